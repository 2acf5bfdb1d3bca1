import type { Proofs } from './proofs.ts';

/** What stands behind the claims of the pages about the chat on a page: when it shows, how it looks, what it says. */
export const chat: Proofs = {
  'docs/accessibility.md': {
    '| 1.3.3 Sensory': [
      'test/i18n/instructions.test.ts: no text of the widget points at something by its place, its color or its shape',
    ],
    '| 1.3.4 Orientation': ["e2e/states/environment-states.ts: name: 'Hosted chat on its side'"],
    '| 2.2.1 Timing': [
      'test/core/conversation/conversation.test.ts: G7: marks a message as not delivered after ten minutes, and sends it after a click',
    ],
    '| 2.3.1 Three flashes': [
      'e2e/accessibility/reduced-motion.spec.ts: without reduced motion every transition takes 150 to 250 ms, except the typing dots',
    ],
    '| 3.2.1 On focus': ['test/widget/launcher/create-widget.test.ts: loads the panel once on %s'],
    '| 3.2.2 On input': [
      'e2e/languages/every-text.spec.ts: every text of the page and of the form follows the language, and what was typed stays',
    ],
    '| 3.3.2 Labels': [
      'e2e/accessibility/states.spec.ts: axe finds no violations',
      'test/widget/ui/lead-form.test.tsx: says how many digits are missing, with an example of the country',
    ],
  },
  'docs/agent-buttons.md': {
    '**Within a sentence**': ['e2e/chat/agent-buttons.spec.ts: a page styles the buttons, and they fit a phone'],
    'A button that can do nothing is gone': [
      'test/widget/ui/agent-buttons.test.tsx: are words in a message of the visitor, and where there is nothing to do',
    ],
    'Only messages of the agent have buttons': [
      'e2e/chat/agent-buttons.spec.ts: nothing happens without a real click, in a message of the visitor',
    ],
    'Only a click, tap or key press': ['e2e/chat/agent-buttons.spec.ts: nothing happens without a real click'],
    'A script of the page that clicks': ['e2e/chat/agent-buttons.spec.ts: nothing happens without a real click'],
    "A call goes to the number of the visitor's lead": [
      'e2e/chat/agent-buttons.spec.ts: a known lead is called now, or chooses a time',
    ],
  },
  'docs/configurator.md': {
    'nothing that a link sets can read the page around it': [
      "e2e/site/configurator.spec.ts: a script in the preview reaches neither the configurator nor the demo's pages",
    ],
    'has a control for every': ['e2e/site/configurator.spec.ts: every option has a control with its name'],
    'A link names nothing that the chat connects to': [
      'e2e/site/configurator.spec.ts: a link takes no address along, but a reload keeps it',
    ],
    'Names that are no options are left out': ['test/site/configuration.test.ts: sets no attribute %j'],
    'Its placeholders are what only the operator knows': [
      'e2e/site/configurator.spec.ts: the choices are saved as one file, which opens again',
    ],
  },
  'docs/consent-platforms.md': {
    'the widget stores nothing, reports nothing for': [
      'e2e/marketing/consent-platforms.spec.ts: decides whether the conversation is stored',
      'e2e/marketing/funnel.spec.ts: and neither does one without consent',
    ],
    'so that no choice is missed': [
      'e2e/marketing/consent-platforms.spec.ts: decides whether the conversation is stored',
    ],
    'Cookiebot sends when the visitor chooses': ['advice'],
    'which offers no event': ['advice'],
    '| the conversation continues on the next page |': [
      'e2e/marketing/consent-platforms.spec.ts: decides whether the conversation is stored',
      'test/core/conversation/lead-tabs.test.ts: is known to a tab that joins where nothing may be stored',
      'test/core/conversation/storage-option.test.ts: is stored there when the visitor agrees only now, and was nowhere before',
    ],
    '| campaign of the first touch is kept |': [
      'e2e/marketing/attribution.spec.ts: nothing is stored, and the lead contains only the current visit',
    ],
    '| the visit is counted in': [
      'e2e/marketing/funnel.spec.ts: and neither does one without consent',
      'test/proxy/funnel/funnel-route.test.ts: joins what it knows itself: a held lead is accepted and held',
    ],
  },
  'docs/events.md': {
    '| `phase` |': [
      'test/core/conversation/refusal.test.ts: ends the conversation when the service refuses new ones too',
      'test/core/state/lead.test.ts: still thanks for the lead',
    ],
    '| `form:problem` |': [
      'test/core/leads/offer-form.test.ts: tells the page what happens to the form, by the names of its fields',
    ],
    'No event contains a session ID': [
      'test/core/conversation/lead.test.ts: keeps the token of a lead over a reload, and out of every event',
    ],
    '| `session-refused` |': [
      'test/core/conversation/refusal.test.ts: ends the conversation when the service refuses new ones too',
    ],
    '| `bad-prefill` |': [
      'test/widget/panel/create-panel.test.tsx: reports each value that fills in nothing, once, without saying the value',
    ],
    'They contain no personal data': ['e2e/marketing/data-layer.spec.ts: with GA4 names and without personal data'],
  },
  'docs/hours-and-starters.md': {
    '| `hidden` | sees nothing': [
      'e2e/lead/away-hidden.spec.ts: outside the opening hours nothing is shown or requested',
    ],
    'counts as always open': ['test/options/read-options.test.ts: report opening hours that cannot be meant'],
    'starts no chat': ['test/core/conversation/thanks.test.ts: requests no session and opens no socket for the lead'],
    'The form is always required': [
      'test/core/conversation/thanks.test.ts: sends no message, and does not let the visitor skip the form',
      'test/widget/ui/thanks.test.tsx: has a form that does not announce a chat',
    ],
    'nobody is called on these days either': [
      "test/proxy/calls/planned-call-routes.test.ts: plans no call for a holiday of the site, in the zone of the site's hours, nor for one of the form",
      'test/widget/ui/call-times.test.ts: are none on closed days, each in its zone',
      'test/widget/panel/availability.test.ts: says on a holiday why nobody is there, and when somebody is again',
    ],
    '`sendMessage()` does nothing': [
      'test/core/conversation/thanks.test.ts: sends no message, and does not let the visitor skip the form',
    ],
    'they have no effect': ['test/widget/panel/create-panel.test.tsx: reports that %s has no effect without a form'],
  },
  'docs/languages.md': {
    'A visitor loads only their own language': [
      'e2e/languages/locales.spec.ts: no other language is loaded',
      'e2e/languages/language-fails.spec.ts: a language that fails to load leaves English texts',
    ],
    'needs no option': ['e2e/languages/locales.spec.ts: all texts are in the language of the page'],
    'Only the widget is translated': ['advice'],
    'A key that is no language': [
      'test/proxy/config/parse-config.test.ts: names the language that was meant, and a text that is empty or none',
    ],
    'You need a second form only for': ['advice'],
  },
  'docs/page-buttons.md': {
    'where the number is known': ['e2e/embedding/page-buttons.spec.ts: a button shows the form in the conversation'],
    '**Links keep their address.**': [
      'e2e/embedding/page-buttons.spec.ts: a link with a chat button leads to its address when the widget is hidden, gone or cannot chat',
    ],
    '**A call needs a real click.**': [
      'e2e/embedding/page-buttons.spec.ts: and then lets the phone ring, but not for a script',
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
  'docs/tag-manager.md': {
    'nothing of leadchat is loaded before consent': ['advice'],
    'on every later page': ['advice'],
    'This tag only grants': ['advice'],
    'store nothing until consent': [
      'e2e/marketing/tag-manager.spec.ts: the consent tag lets the chat store, whether it fires before or after the chat is there',
      'e2e/lead/consent.spec.ts: nothing is stored before consent',
    ],
    'The ID is random': ['advice'],
  },
  'docs/theming.md': {
    'offers no larger one': [
      'e2e/chat/larger.spec.ts: there is no larger panel in the page, nor where the page wants none',
    ],
    'Fields never fall below 16px': [
      'e2e/pages/phone-screen.spec.ts: on a phone the panel fills the area above the keyboard',
    ],
    'they apply to every widget': [
      'e2e/theming/themes.spec.ts: every documented custom property has an effect, set on any ancestor',
    ],
    'leadchat computes no contrast': ['advice'],
    'above every `z-index`': [
      'e2e/pages/host-styles.spec.ts: no element of the page covers the widget, with any z-index',
    ],
    '`display: none` on the': ['e2e/pages/host-styles.spec.ts: host styles do not affect the widget'],
    'no rounded corners': ['e2e/theming/themes.spec.ts: every text, edge and icon of a conversation'],
  },
  'docs/triggers.md': {
    '| `url` |': ['test/options/url-pattern.test.ts: matchesUrl(pattern'],
    '| `everyHours` |': ['test/widget/panel/watch-triggers.test.ts: do not fire again before `everyHours` have passed'],
    'No trigger fires once the visitor has opened': [
      'e2e/marketing/triggers-in-page.spec.ts: a visitor who has opened and closed the chat sees no teaser afterwards',
      'e2e/marketing/triggers.spec.ts: a visitor who has chatted sees no teaser',
    ],
    'Without consent or with': [
      'e2e/lead/consent.spec.ts: nothing is stored before consent',
      'test/widget/panel/watch-triggers.test.ts: even if nothing may be stored',
    ],
  },
};
