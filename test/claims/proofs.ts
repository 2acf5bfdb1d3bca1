import { operatorProofs } from './proofs-operators.ts';

/**
 * What stands behind the claims of the pages that promise most: by page and a part of the sentence, `FILE: part of a test's
 * title`, or `advice` for what asks the reader to do
 * something or follows from others. A new claim on these pages needs an entry here; one that
 * no test proves is softened or deleted. `npm run claims` lists them all, and the sentences of all other pages.
 */
export const proofs: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  ...operatorProofs,
  'README.md': {
    'No accepted lead is lost': [
      'test/faults/lead-audit.test.ts: R1: ',
      'e2e/lead/outage.spec.ts: while the service is down a lead is accepted, survives a killed proxy',
      'test/core/leads/lead-queue.test.ts: is sent by a later page under the same key and with the same body',
    ],
    'You need Node 20.19': ['.github/workflows/ci.yml: node: 20.19.0'],
    'Before the first interaction it stores nothing': [
      'e2e/pages/no-early-requests.spec.ts: before the first interaction nothing is stored, only the script is requested',
    ],
    'deep-chat and Bot Framework have no bubble': [
      'bench/peers/botframework.ts: It has no',
      'bench/peers/deep-chat.ts: no bubble',
    ],
  },
  'docs/promises.md': {
    'returns 202 only after': [
      'test/proxy/store/sqlite-durability.test.ts: R19: runs with the settings that a durable commit needs',
      'test/proxy/http/requests.test.ts: is 503 with Retry-After, never 202, when the store cannot be used',
    ],
    'A retry with the same': [
      'test/proxy/intake/lead-route.test.ts: responds to the same key and body as before, and stores nothing twice',
    ],
    'It never repeats an enrolment': [
      'test/proxy/delivery/fault-matrix.test.ts: R4: covers every fault at every request',
    ],
    'The widget saves a lead before': [
      'test/core/leads/lead-queue.test.ts: is sent by a later page under the same key and with the same body',
    ],
    'Before the first interaction the widget stores nothing': [
      'e2e/pages/no-early-requests.spec.ts: before the first interaction nothing is stored, only the script is requested',
    ],
    'has no idempotency key': ['advice'],
    'no accepted lead is lost and no enrolment': ['test/faults/lead-audit.test.ts: R1: '],
  },
  'docs/security.md': {
    'every lead in the store; replay, erase': [
      'test/proxy/admin/admin-routes.test.ts: erases one lead, or all of a phone',
    ],
    '`Origin` binds browsers only': [
      'test/proxy/defences/abuse.test.ts: whatever addresses, phones and origins are rotated or forged',
    ],
    'Below `/sandbox`': ['advice'],
    'In the **browser**': [
      'e2e/lead/consent.spec.ts: nothing is stored before consent',
      'e2e/pages/no-early-requests.spec.ts: before the first interaction nothing is stored',
    ],
    'leadchat-form:<flowId>': ['e2e/lead/form-in-conversation.spec.ts: where the page stores nothing'],
    '`leadchat-variants`': ['e2e/marketing/experiments.spec.ts: reset() deletes the variant'],
    'leadchat:leads': ['test/core/leads/lead-queue.test.ts: is removed from the browser after 72 hours'],
    'a delivered or closed lead': [
      'test/proxy/store/erased-from-disk.test.ts: leaves nothing of a swept lead in the database and its write-ahead log',
      'test/proxy/store/contract-queue.ts: scrubs delivered leads with their calls and enrolments, and deletes them later',
    ],
    'counters of what visitors do': [
      'test/proxy/funnel/funnel-counter.test.ts: counts a lead by its page and variants, and not by anything that identifies it',
    ],
    '**Logs and metrics** contain': [
      'test/proxy/defences/leaks.test.ts: R17: no secret appears in logs or responses, and no personal data in logs',
    ],
    'Encrypt backups': ['advice'],
    'The database has that secret': ['test/proxy/defences/stolen-database-postgres.test.ts: yields no token (SQLite)'],
    'When you change the API key': [
      'test/proxy/server/erase-phone-postgres.test.ts: erases the limits of the phone, and says what it cannot match with any phone',
    ],
    '**provider** gets what': [
      'test/proxy/captcha.test.ts: is not shown by the widget when only the operator’s own forms send tokens',
    ],
    'Without it, nobody can derive': ['test/proxy/defences/stolen-database-postgres.test.ts: yields no token (SQLite)'],
    'Every script that you allow': ['advice'],
    '`dataLayer` entries have no personal data': [
      'e2e/marketing/data-layer.spec.ts: with GA4 names and without personal data',
    ],
  },
  'docs/abuse.md': {
    'bind browsers only': ['test/proxy/http/requests.test.ts: do not matter for clients that are not browsers'],
    'A guess counts before': [
      'test/proxy/http/refusals.test.ts: are counted before they are compared',
      'test/proxy/http/refusals.test.ts: requests without a token and preflights are, which lock nobody out',
    ],
    'fills the form in less than': [
      'test/proxy/defences/abuse.test.ts: holds a lead without the signs of a form',
      'test/proxy/captcha.test.ts: holds a lead without a token',
    ],
    'The first lead from an address': ["test/proxy/defences/abuse.test.ts: does not hold the victim's own lead"],
    'requests calls to expensive': [
      'test/proxy/calls/call-routes.test.ts: the number is a premium one',
      'test/proxy/defences/abuse.test.ts: leaves call-backs to other countries when one country is over its limit',
    ],
    'gets no keep-alive': ['test/proxy/server/connection-limit.test.ts: ends keep-alive, then refuses'],
  },
  'docs/callbacks.md': {
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
    '1,500 bots': [
      'test/proxy/defences/bot-flood-overload.test.ts: never meet the limit of bots',
      'test/proxy/defences/bot-flood-overload.test.ts: without a captcha, share the limit with bots',
    ],
    '`siteKey: false`': [
      'test/proxy/captcha.test.ts: is not shown by the widget when only the operator’s own forms send tokens',
    ],
    'Use this when only': ['advice'],
  },
  'docs/conversion.md': {
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
    'Wilson, 95 %': ['test/admin/rates.test.ts: has the 95 % interval of Wilson'],
    'neither the address nor the single report': [
      'test/proxy/funnel/funnel-counter.test.ts: and not by anything that identifies it',
      'e2e/marketing/funnel.spec.ts: reports only what is new, and nothing about the visitor',
    ],
    'then nothing is counted before it is granted': ['test/widget/panel/funnel.test.ts: posts once consent is granted'],
    'No cookies and no identifiers': ['advice'],
  },
  'docs/deploy.md': {
    'systemd restarts the proxy every second': [
      'deploy/leadchat.service: RestartSec=1',
      'deploy/leadchat.service: RestartPreventExitStatus=2',
    ],
    'who can write only to': [
      'deploy/leadchat.service: ProtectSystem=strict',
      'deploy/leadchat.service: StateDirectory=leadchat',
    ],
    'killing it loses no accepted lead': [
      'test/proxy/server/start-proxy-server.test.ts: finishes a request in flight before it stops',
      'test/proxy/delivery/kill.test.ts: R2, R3: loses no accepted lead',
    ],
    '**No retries**': [
      'deploy/nginx.conf: proxy_next_upstream off',
      'test/core/leads/lead-queue.test.ts: is sent by a later page under the same key and with the same body',
    ],
    'every other request without `Host`': [
      'test/proxy/server/probes.test.ts: gets the answer of %s',
      'test/proxy/server/probes.test.ts: is refused everywhere else',
    ],
    'Behind a port mapping': ['test/deploy/reverse-proxy.test.ts: trusts the gateway that all requests come from'],
    'Publish the port on 127.0.0.1 only': ['advice'],
    'while 100,000 wait for delivery': [
      'test/proxy/store/sqlite-durability.test.ts: refuses leads while too many wait or the disk is nearly full',
      'test/cli/serve-durability.test.ts: R18: says everywhere that the disk is nearly full',
    ],
    'that has not arrived within 20 s': [
      'test/proxy/defences/slow-clients-overload.test.ts: are all cut within 20 seconds',
    ],
    'gets no keep-alive': [
      'test/proxy/server/connection-limit.test.ts: ends keep-alive, then refuses',
      'test/proxy/server/connection-limit.test.ts: closes connections that it refuses with 429',
    ],
    'for 30 days after the next build': ['test/proxy/server/assets.test.ts: stay for 30 days after the next build'],
    'If those files are gone': ['e2e/operations/upgrade.spec.ts: its script opens the panel of the next build'],
    '| `/panel.js`': ['e2e/pages/cache.spec.ts: public, max-age=300'],
    'the content of a name never changes': [
      'test/proxy/widget/widget-routes.test.ts: serves hashed files as immutable',
    ],
    'everything else, and every 404': ['test/proxy/widget/widget-routes.test.ts: does not let caches store a 404'],
  },
  'docs/experiments.md': {
    'The variant `short` has no options': ['advice'],
    'nobody can use a hidden chat': ['advice'],
    'before the visitor has used the chat': [
      'e2e/marketing/experiments.spec.ts: two visitors see two variants, each from the first moment and without a request',
    ],
    '`leadchat-variants`': ['e2e/marketing/experiments.spec.ts: a visitor keeps the variant once the chat was opened'],
    'every event': ['e2e/marketing/experiments.spec.ts: and the lead, the events and the counters have it'],
  },
  'docs/figures.md': {
    'Repeat it on a machine': ['advice'],
  },
  'docs/reliability.md': {
    'only these rows': ['advice'],
    'Without it, the machine should': ['advice'],
    'waits ten times as long': ['test/support/figures.ts: isBusy ? 10 : 1'],
    'the seed decides every random choice': ['advice'],
  },
  'docs/settings.md': {
    'within five seconds': [
      'test/proxy/settings/two-proxies-postgres.test.ts: applies what one proxy saves to the others within five seconds',
    ],
    'What was saved then has no effect': [
      'test/proxy/admin/settings-routes.test.ts: do not exist with adminSettings: false, and what was saved has no effect',
    ],
    'An unusable file is refused': ['test/cli/serve-settings.test.ts: keeps the earlier one when it is unusable'],
  },
  'docs/webhooks.md': {
    '| `states` |': [
      'test/proxy/webhooks/recipes.test.ts: count an answered call in Google Analytics and at Meta, and no other call or lead',
    ],
    'is the same for every attempt': [
      'test/proxy/webhooks/start-webhooks.test.ts: have one ID for all attempts, and a new signature for each',
    ],
    'within 15 seconds': ['test/proxy/webhooks/start-webhooks.test.ts: time out after 15 seconds without a response'],
    'for localhost only': ['test/proxy/config/parse-config.test.ts: are posted to https: URLs, and to this machine'],
    'public addresses only': [
      'test/proxy/webhooks/webhook-poster.test.ts: checks the address that it connects to, each time',
    ],
  },
  'docs/core.md': {
    'that arrives within `minFillMs`': [
      'test/core/lead-delivery.test.ts: delivers the lead of docs/core.md to the service despite the protection against bots',
    ],
    '**Each message shows how far it is**': [
      'test/core/conversation/conversation.test.ts: confirms a message when the answer comes',
      'test/core/conversation/conversation.test.ts: G7: marks a message as not delivered after ten minutes, and sends it after a click',
    ],
    '**Dead sockets are replaced**': [
      'test/core/connection/web-socket.test.ts: G4: replaces a silent socket 20 s after a message',
      'test/core/connection/half-open.test.ts: G4: is replaced after a minute of silence while an answer is due',
      'test/core/connection/half-open.test.ts: G4: is replaced at once after a pause',
    ],
    '**Expiry**': [
      'test/core/conversation/storage.test.ts: can be resumed for resumeDays, and is removed from the browser afterwards',
      'test/core/leads/lead-queue.test.ts: is removed from the browser after 72 hours',
    ],
    'never a third time': [
      'test/core/conversation/conversation.test.ts: sends an unconfirmed message once more after a drop, but not a third time',
    ],
    'The next page waits 10 s': [
      'test/core/conversation/unanswered.test.ts: is sent again once when no answer comes within 10 s',
    ],
    '| `afterLead` |': [
      'test/core/conversation/thanks.test.ts: shows that the lead is queued, also after a reload, and when it is accepted',
    ],
  },
  'docs/pages.md': {
    'Other entries have no effect': [
      'test/options/pages.test.ts: applies the first entry whose pattern matches the path',
    ],
    'whatever the page calls': [
      'e2e/embedding/pages.spec.ts: a hidden page shows and requests nothing, and the chat is there on the next one',
    ],
    'If nothing may be stored': [
      'e2e/embedding/pages.spec.ts: a conversation that the browser may not store survives a page with another form',
    ],
  },
  'docs/signed-visitors.md': {
    '| `identify({…})`': ['advice'],
    '| `setAttributes({…})`': ['advice'],
    'never before the visitor uses the chat': [
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
  'docs/triggers.md': {
    '| `url` |': ['test/options/url-pattern.test.ts: matchesUrl(pattern'],
    '| `everyHours` |': ['test/widget/panel/watch-triggers.test.ts: do not fire again before `everyHours` have passed'],
    'No trigger fires for visitors who have opened': [
      'e2e/marketing/triggers-in-page.spec.ts: a visitor who has opened and closed the chat sees no teaser afterwards',
      'e2e/marketing/triggers.spec.ts: a visitor who has chatted sees no teaser',
    ],
    'Without consent or with': [
      'e2e/lead/consent.spec.ts: nothing is stored before consent',
      'test/widget/panel/watch-triggers.test.ts: even if nothing may be stored',
    ],
  },
};
