import type { Proofs } from './proofs.ts';

/** What stands behind the claims of the pages about what happens to a lead. */
export const leads: Proofs = {
  'docs/callbacks.md': {
    'If the service does not answer within five seconds': [
      'test/proxy/delivery/do-not-call.test.ts: waits five seconds for an answer that does not come, and calls nobody',
      'test/proxy/delivery/do-not-call.test.ts: lets no call be placed while the service',
      'test/proxy/delivery/do-not-call.test.ts: lets the call expire that it cannot decide about',
    ],
    'spaces, hyphens and underscores': ['test/proxy/delivery/do-not-call.test.ts: refuses the call for the tag'],
    'calls these visitors and changes no other lead': [
      'test/faults/calls-outage-drill.test.ts: an outage with calls says who was not called, and a replay calls each of them once',
    ],
    'No call to a blocked number': [
      'test/proxy/store/contract-blocks.ts: lets no call begin to be placed after it, however close',
      'test/proxy/delivery/do-not-call.test.ts: that comes while the service is asked for tags stops the call',
    ],
    'Only a keyed hash of the number': [
      'test/proxy/store/contract-blocks.ts: keeps who, when and why, but not the number',
    ],
    'A new API key changes nothing': [
      'test/proxy/store/contract-blocks.ts: does not depend on a key of the configuration',
    ],
    'or nobody knows how it ended': [
      'test/proxy/calls/watch-calls.test.ts: does not know what became of a call that has not ended after six hours',
    ],
    'it counts for its phone, its country and the site': [
      'test/proxy/admin/plan-calls.test.ts: lets operators plan and place more calls than one visitor may request',
    ],
    'only to a time with room': [
      'test/proxy/admin/plan-calls.test.ts: moves a call only to a time around which the limits leave room',
    ],
    'Its lead counts as delivered if nothing else': [
      'test/proxy/store/contract-call-ends.ts: is what an operator says of an unknown call: %s',
    ],
    'Nobody is called by any of this': ['test/proxy/domain/call-transitions.test.ts: %o, after %o'],
    'Premium, shared-cost': ['test/proxy/calls/call-routes.test.ts: the number is a premium one'],
    'in **every** time zone': [
      'test/proxy/calls/planned-call-routes.test.ts: plans only when every zone of the country',
    ],
    'then offers the half hours': [
      'test/widget/ui/call-times.test.ts: are the half hours of the next seven days within the hours',
    ],
    '`at` is any instant': [
      'test/proxy/calls/planned-call-routes.test.ts: accepts the first and the last instant of the hours',
      'test/proxy/calls/planned-call-routes.test.ts: more than seven days ahead',
    ],
    '| `failed` |': ['test/proxy/calls/call-routes.test.ts: reports a call that reached nobody'],
    '| `expired` |': [
      'test/proxy/calls/planned-calls.test.ts: expires when the proxy was down for longer, and nobody is called',
    ],
    'nobody is called before you release': [
      'test/proxy/store/contract-calls.ts: keeps one requested call of a held lead until the lead is released',
    ],
    'place a call only while it is not too late': [
      'test/proxy/store/contract-calls.ts: places a late call of a held lead only if the operator says so',
    ],
    'placed within a minute': [
      'test/proxy/calls/planned-calls.test.ts: is placed within a minute',
      'test/proxy/calls/planned-calls.test.ts: is placed by one of several proxies',
      'test/proxy/calls/planned-calls.test.ts: is refused at its time when the calls before it have reached a limit',
    ],
    'A proxy that was down places it late': [
      'test/proxy/calls/planned-calls.test.ts: is placed late, within `calls.expireSeconds`',
    ],
    '**Not placed twice.**': [
      'test/proxy/delivery/outage.test.ts: a call that a crash interrupted becomes unknown together with its step',
      'test/proxy/delivery/kill.test.ts: R2, R3: loses no accepted lead and does nothing twice',
    ],
    'asks the service every 30 seconds': [
      'test/proxy/calls/watch-calls.test.ts: learns how a call ends even if no visitor watches',
      'test/proxy/calls/watch-calls.test.ts: has not ended after six hours',
    ],
  },
  'docs/captcha.md': {
    '`siteKey: false`': [
      'test/proxy/captcha.test.ts: is not shown by the widget when only the operator’s own forms send tokens',
    ],
    'Use this when only': ['advice'],
    'with a verified phone number need no token': [
      'test/proxy/intake/user-token.test.ts: is not held as spam: a form that is not shown takes no time, and has no captcha',
    ],
  },
  'docs/conversion.md': {
    'Each conversation is asked about only once': [
      'test/core/state/rating.test.ts: is about the conversation before in a new one, which can be rated itself',
    ],
    'A comment is erased with its lead': [
      'test/proxy/store/contract-ratings.ts: are exported and erased with their person, and scrubbed with their lead',
      'test/proxy/store/contract-ratings.ts: are deleted when their time is over',
    ],
    'It needs no cookie': [
      'test/widget/panel/funnel.test.ts: posts what happened, once, as plain text and without cookies',
      'e2e/marketing/funnel.spec.ts: reports only what is new, and nothing about the visitor',
    ],
    'name of the field that a visitor typed into last': [
      'test/proxy/funnel/funnel-counter.test.ts: counts each stage and each field of a visit once, and only fields that the form has',
    ],
    'Nothing is sent with': ['test/widget/panel/funnel.test.ts: sends nothing with %o'],
    "Before a visitor's first interaction": [
      'test/widget/panel/funnel.test.ts: sends nothing, whatever a trigger or the page shows',
      'e2e/marketing/funnel.spec.ts: a page that nobody uses reports nothing',
    ],
    'goes without cookies': [
      'test/widget/panel/funnel.test.ts: posts what happened, once, as plain text and without cookies',
    ],
    'It stores no address': ['test/proxy/funnel/funnel-counter.test.ts: and not by anything that identifies it'],
    'the numbers of 400 days are kept': [
      'test/admin/conversion-range.test.tsx: shows the same number of the span before beside each number',
      'test/admin/conversion-range.test.tsx: compares nothing with days whose numbers are no longer kept',
    ],
    'Wilson, 95 %': ['test/admin/rates.test.ts: has the 95 % interval of Wilson'],
    'neither the address nor the single report': [
      'test/proxy/funnel/funnel-counter.test.ts: and not by anything that identifies it',
      'e2e/marketing/funnel.spec.ts: reports only what is new, and nothing about the visitor',
    ],
    'then nothing is counted before it is granted': ['test/widget/panel/funnel.test.ts: posts once consent is granted'],
    'No cookies and no identifiers': ['advice'],
  },
  'docs/experiments.md': {
    'The variant `short` has no options': ['advice'],
    'owners end an experiment': [
      'test/admin/end-experiment.test.tsx: applies the winner for everybody after saying what that changes, and ends the experiment',
      'test/admin/end-experiment.test.tsx: stops an experiment: everybody sees the chat as it is without it',
      'test/admin/end-experiment.test.tsx: offers no winner while the difference may be chance',
      'test/admin/end-experiment.test.tsx: offers nothing to those who may not change settings, and for an experiment that has ended',
    ],
    'before the visitor has used the chat': [
      'e2e/marketing/experiments.spec.ts: two visitors see two variants, each from the first moment and without a request',
    ],
    '`leadchat-variants`': ['e2e/marketing/experiments.spec.ts: a visitor keeps the variant once the chat was opened'],
    'every event': ['e2e/marketing/experiments.spec.ts: and the lead, the events and the counters have it'],
  },
  'docs/forms.md': {
    '`recall` is the shortest form': ['test/protocol/form.test.ts: keep the phone where it was put and with its label'],
    '`leadForm` says when the form appears': [
      'e2e/lead/lead.spec.ts: a visitor leaves a lead, is greeted by name, and the lead is tagged and enrolled',
      'e2e/lead/fields.spec.ts: and an optional form can be skipped',
      'e2e/lead/form-in-conversation.spec.ts: a visitor chats first, and leaves a lead in the conversation, which goes on',
    ],
    "With `afterLead: 'thanks'` no chat follows": [
      'test/core/conversation/thanks.test.ts: requests no session and opens no socket for the lead',
    ],
    'The greeting is no answer': [
      'test/core/leads/offer-form.test.ts: offers the form some time after the answer, below its last message',
    ],
    'Nobody who has left a lead is asked again': [
      'test/core/state/form.test.ts: is not shown where the lead is known',
      'test/core/leads/offer-form.test.ts: sends a lead of the conversation without a session of its own',
    ],
    'Every form has the field `phone`': [
      'test/protocol/form.test.ts: keep the phone where it was put and with its label, but as a required telephone number',
    ],
    '| `hidden` | nothing |': [
      'e2e/lead/fields.spec.ts: a long page address in a hidden field arrives, and one that is too long is said',
    ],
    'Their values have no comma': [
      'test/proxy/config/field-kinds.test.ts: checks the keys of %j by the type of the field',
    ],
    'Digits of every script are read, with the grouping': ['test/field-values.test.ts: agree on value %$, of %j'],
    '`1,250` is 1250': ['test/field-values.test.ts: agree on value %$, of %j'],
    'Every other name becomes a custom field': [
      'test/sandbox/leads.test.ts: Lead: keeps email, company and custom fields of any type',
      'test/proxy/delivery/delivery.test.ts: does not change a custom field that Get Lead does not return',
    ],
    'Whatever people write is read': [
      'test/phone/parse-phone.test.ts: %s (%s) is read as %s',
      'e2e/lead/typed-values.spec.ts: typed key by key, arrives as',
    ],
    'leadchat places no calls to such a number': ['test/proxy/calls/call-routes.test.ts: refuses when %s'],
    'Browser and proxy clean': [
      'test/field-values.test.ts: agree on value %$, of %j',
      'test/protocol/clean-text.test.ts: %j is %j',
    ],
    'Show a field only if': ['e2e/lead/conditions.spec.ts: a field that is not shown is not required'],
    '`is` is a value or a list of values': ['test/protocol/condition.test.ts: a field with a condition'],
    'no condition can be on a phone': ['test/proxy/intake/routes.test.ts: the configuration of conditions and routes'],
    'Only the proxy evaluates routes': [
      'e2e/lead/conditions.spec.ts: the configuration that a browser gets has no routes',
    ],
    'stays in the browser for up to 72 hours': [
      'test/core/leads/lead-queue.test.ts: is removed from the browser after 72 hours',
    ],
    'Change `version` with every change': ['advice'],
  },
  'docs/integrations.md': {
    'A name that is none of these is empty': [
      'test/proxy/admin/settings-routes.test.ts: say which of them no form has any more',
      'test/proxy/webhooks/formats.test.ts: has the values of the lead and the event, each in its place',
    ],
    'With a question mark': ['test/proxy/webhooks/formats.test.ts: leaves out'],
    '| `standard` (default) |': [
      'test/proxy/config/parse-config.test.ts: says how to create the secret of a webhook that has none',
    ],
    'leadchat never logs it': [
      'test/proxy/config/parse-config.test.ts: which is not shown because it may contain a key',
    ],
    'A text that is nothing but one name': [
      'test/proxy/webhooks/formats.test.ts: has the values of the lead and the event, each in its place',
    ],
    'Values are written as JSON': [
      'test/proxy/webhooks/formats.test.ts: keeps its structure and its texts, whatever a visitor types',
    ],
    '`states` narrows `events` down': [
      'test/proxy/webhooks/recipes.test.ts: count an answered call in Google Analytics and at Meta, and no other call or lead',
    ],
  },
  'docs/proxy-api.md': {
    'never with address or secret': [
      'test/proxy/webhooks/saved-receivers.test.ts: get what happens from then on, without a restart, and no response shows their address or secret',
    ],
    'describes every route': [
      'test/build/openapi.test.ts: has every route of the proxy, and no other',
      'test/build/openapi-responses.test.ts: responds on every route with a status and a body that the file has',
    ],
    'Every retry gets the same response': [
      'test/proxy/intake/lead-route.test.ts: responds to the same key and body as before, and stores nothing twice',
    ],
    'the only required keys': ['test/build/openapi.test.ts: is what the schemas say now'],
    '`fields` may contain only fields of the form': [
      'test/proxy/intake/lead-route.test.ts: names every unknown key and field, and stores nothing',
      'test/proxy/intake/routes.test.ts: is not required and not kept while its condition is not met',
    ],
    'at most 16 KB, five levels deep': [
      'test/proxy/http/requests.test.ts: are at most 16 KB, with and without Content-Length',
      'test/proxy/http/requests.test.ts: are limited in depth and in number of keys',
    ],
    'It names no page': [
      'test/proxy/widget/widget-routes.test.ts: says whether the asking page may call the proxy, and names no other page',
    ],
    'A success counts for 5 s': [
      'test/proxy/operations/operations-routes.test.ts: writes to the store once per five seconds, however many clients poll',
    ],
    'Every request needs `Authorization: Bearer ADMIN_TOKEN`': [
      'test/proxy/admin/admin-routes.test.ts: requires the token',
      'test/proxy/admin/admin-routes.test.ts: slows down guessing, and then refuses even the right token',
    ],
    '`withoutForm` counts': [
      'test/proxy/admin/admin-routes.test.ts: replays with the journey that is configured now, one lead or all, and says when the form is gone',
    ],
    'up to 128 KB': [
      'test/proxy/admin/settings-routes.test.ts: need the token, and may be larger than a lead, but not huge',
      'test/proxy/admin/settings-routes.test.ts: are refused to those who have not seen the newest version',
    ],
    'Every failure has this body': [
      'test/build/openapi-responses.test.ts: responds on every route with a status and a body that the file has',
    ],
    '| 404 | `not-found` |': [
      'test/proxy/session/session-route.test.ts: requires the token of the lead',
      'test/proxy/calls/call-routes.test.ts: responds 404 for an unknown lead and an unknown call',
    ],
    '| 413 | `too-large` |': [
      'test/proxy/http/requests.test.ts: are at most 16 KB, with and without Content-Length',
      'test/proxy/intake/typed-values.test.ts: may have as much text as its form allows, in any script',
    ],
    'Every response has an `X-Request-Id`': [
      'test/proxy/http/requests.test.ts: carries a request id and security headers',
    ],
  },
  'docs/signed-visitors.md': {
    '| `identify({…})`': ['advice'],
    '| `setAttributes({…})`': ['advice'],
    'never before the chat is loaded': [
      'e2e/lead/signed-visitors.spec.ts: a function is asked for the token when the visitor opens the chat, and not before',
      'e2e/lead/signed-visitors.spec.ts: a function is asked again when its token has expired',
    ],
    'If the function throws': [
      'test/core/leads/signed-visitor.test.ts: is asked to fill in the form if the function %s',
      'e2e/lead/signed-visitors.spec.ts: the form is there if the function',
    ],
    'If the token has every required field': [
      'e2e/lead/signed-visitors.spec.ts: a token with all required fields starts the chat without the form',
    ],
    'If one claim is wrong': [
      'test/core/leads/signed-visitor.test.ts: reports each claim that is ignored, and uses the others',
    ],
  },
  'docs/webhooks.md': {
    'within five seconds': [
      'test/proxy/settings/two-proxies-postgres.test.ts: lets all proxies tell a receiver that one of them has added',
    ],
    'Of an address only its host is shown': [
      'test/proxy/webhooks/saved-receivers.test.ts: get what happens from then on, without a restart, and no response shows their address or secret',
      'test/proxy/webhooks/saved-receivers.test.ts: is not in the database, and neither is what it encrypts',
    ],
    'changes no receiver': [
      'test/proxy/webhooks/saved-receivers.test.ts: stay when an earlier version of the settings is restored',
    ],
    'Without it the page is read-only': [
      'test/proxy/webhooks/saved-receivers.test.ts: makes the page read-only when it is missing, while those of the file go on',
    ],
    'One proxy alone needs no step 1': [
      'test/proxy/webhooks/saved-receivers.test.ts: is replaced in steps, without a moment in which a receiver cannot be read',
    ],
    'Nothing of it is stored': [
      'test/proxy/admin/getting-started.test.ts: posts a test to each receiver, in its format, and says what came back',
    ],
    'nobody posts its pending webhooks any more': [
      'test/proxy/store/contract-webhooks.ts: end when their receiver is no longer configured, because nobody posts them',
    ],
    'No replay posts them': ['test/proxy/store/contract-receivers.ts: that are not configured get nothing by a replay'],
    'Do not change a name': ['advice'],
    '| `states` |': [
      'test/proxy/webhooks/recipes.test.ts: count an answered call in Google Analytics and at Meta, and no other call or lead',
    ],
    'is the same for every attempt': [
      'test/proxy/webhooks/start-webhooks.test.ts: have one ID for all attempts, and a new signature for each',
    ],
    'gets nothing until the time that it asks for': [
      'test/proxy/webhooks/busy-receiver.test.ts: gets nothing before the time that it has asked for',
    ],
    'uses up no attempt': ['test/proxy/webhooks/busy-receiver.test.ts: does not use up the attempts of a webhook'],
    'within 15 seconds': ['test/proxy/webhooks/start-webhooks.test.ts: time out after 15 seconds without a response'],
    'for localhost only': ['test/proxy/config/parse-config.test.ts: are posted to https: URLs, and to this machine'],
    'public addresses only': [
      'test/proxy/webhooks/webhook-poster.test.ts: checks the address that it connects to, each time',
    ],
  },
};
