import type { Proofs } from './proofs.ts';

/** What stands behind the claims of the pages for those who build the chat into a site. */
export const developers: Proofs = {
  'docs/core.md': {
    'that arrives within `minFillMs`': [
      'test/core/lead-delivery.test.ts: delivers the lead of docs/core.md to the service despite the protection against bots',
    ],
    '**Each message shows how far it is**': [
      'test/core/conversation/conversation.test.ts: confirms a message when the answer comes',
      'test/core/conversation/conversation.test.ts: G7: marks a message as not delivered after ten minutes, and sends it after a click',
      'test/core/state/ended.test.ts: says of what was sent and not answered that it was sent, whatever follows',
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
    'the next page waits 10 s': [
      'test/core/conversation/unanswered.test.ts: is sent again once when no answer comes within 10 s',
    ],
    'it stays open when another tab closes its own': [
      'test/core/conversation/stays-open.test.ts: neither closes the floating chats with itself, nor closes with them',
    ],
  },
  'docs/embedding.md': {
    'also those who never open it': [
      'test/widget/launcher/preload.test.ts: loads the chat when the page is idle, set in %s, and leaves it closed',
    ],
    'On three kinds of pages the launcher shows': ['e2e/pages/host-scripts.spec.ts: , the launcher shows an error'],
    'The widget requests `/config?form=NAME` only if': [
      'test/widget/launcher/proxy-config.test.ts: requests nothing if the script contains the configuration',
      'test/widget/launcher/proxy-config.test.ts: requests the form that the page names',
    ],
    'An inline chat has no launcher': [
      'e2e/pages/inline-target.spec.ts: an inline chat waits for its target, and continues when a router removes',
    ],
    'A later script, of this build or another': [
      'test/widget/launcher/global-api.test.ts: lets a later script create the widget if the page has none',
      'test/widget/launcher/global-api.test.ts: creates one widget when the script runs twice',
    ],
    'the script draws nothing until `init`': [
      'test/widget/launcher/global-api.test.ts: waits for init if the script tag configures no widget',
    ],
    'only if it resembles an option': [
      'test/options/read-options.test.ts: read numbers, booleans and JSON from attributes, and ignore other tools’ attributes',
      'test/options/read-options.test.ts: report a misspelt name with the option that was probably meant, in every source',
    ],
    "it reads the tab's session history": [
      'e2e/marketing/attribution.spec.ts: a chat on a later page keeps the first touch, and nothing is stored before',
      'e2e/marketing/attribution.spec.ts: nothing is stored, and the lead contains only the current visit',
    ],
    'It is not above a form before the chat': [
      'test/widget/ui/disclosure.test.tsx: is not above a form, because nobody answers yet',
    ],
    '`analyticsLeadId` has no effect for them': [
      'test/widget/panel/analytics.test.ts: with Global Privacy Control',
      'e2e/marketing/attribution.spec.ts: with Global Privacy Control and respectGpc',
    ],
    'The pinned script contains no configuration': [
      'test/proxy/widget/widget-routes.test.ts: is an immutable script that no configuration changes',
    ],
    'The command loads every file first': [
      'test/cli/snippet.test.ts: when a file is missing, changed on the way or served with another type, and names each',
    ],
    'it prints no tags': [
      'test/cli/snippet.test.ts: when a file is missing, changed on the way or served with another type, and names each',
    ],
    'copy every byte': ['advice'],
    'Style sheets are constructed': [
      'e2e/pages/strict-policy.spec.ts: a whole lead journey violates no content security policy',
    ],
    'above every `z-index`': [
      'e2e/pages/host-styles.spec.ts: no element of the page covers the widget, with any z-index',
    ],
    'It changes no prototype': [
      "e2e/pages/no-trace.spec.ts: leaves no global and changes no setting of the page's zod",
    ],
    'Every script on the page': ['advice'],
  },
  'docs/frameworks.md': {
    'It renders nothing in its own place': [
      'test/adapters/react/server.test.tsx: renders nothing on a server and hydrates without a warning',
      'test/adapters/vue/server.test.ts: renders nothing on a server and hydrates without a warning',
    ],
    'On a server it renders nothing': [
      'test/adapters/react/server.test.tsx: renders nothing on a server and hydrates without a warning',
    ],
    'never do that in production': ['advice'],
    'Every event has a callback': [
      'test/adapters/binding/event-callbacks.test.ts: names one callback for every event, as React names props',
    ],
    'The component always calls the latest callback': [
      'test/adapters/react/lead-chat.test.tsx: calls the latest callback with an event’s detail',
    ],
    'It needs no provider': ['test/adapters/react/use-lead-chat.test.tsx: finds the page’s chat from another root'],
    'The methods never change': [
      'test/adapters/react/use-lead-chat.test.tsx: keeps a call made before the chat exists',
    ],
    'Every event is emitted in kebab-case': [
      'test/adapters/vue/lead-chat.test.ts: emits every event in kebab-case with its detail',
    ],
    'and no listener you decide': [
      'test/adapters/vue/lead-chat.test.ts: stays closed when its parent keeps `open` false',
    ],
    'only registers `<LeadChat>`': ['test/adapters/vue/lead-chat.test.ts: the plugin'],
    'A title by language is JSON in the attribute': [
      'test/adapters/element/lead-chat-element.test.ts: accepts titles by language as an attribute, and among other options',
    ],
    'It always shows whether the chat is open': [
      'test/adapters/element/lead-chat-element.test.ts: opens and closes by its attribute and its property, and reflects',
    ],
  },
  'docs/getting-started.md': {
    'Get your first lead in ten minutes': ['advice'],
    'keep it, and set the same one at every start': ['advice'],
    'in a folder of your own instead of the clone': [
      'e2e/package/install.spec.ts: the installed command prints its help, and its demo needs no build',
    ],
    'Do not open the file with a double click': ['test/proxy/config/parse-config.test.ts: refuses %s as an origin'],
    'within 1.5 seconds is held': [
      'test/proxy/intake/lead-route.test.ts: holds a lead with a filled honeypot or filled too fast',
    ],
    'never a file that you commit': ['advice'],
    'only opens one anonymous conversation': [
      'test/proxy/doctor/run-doctor.test.ts: sends only requests that change nothing',
      'test/proxy/doctor/run-doctor.test.ts: is opened anonymously for the flow',
    ],
  },
  'docs/install.md': {
    'Paste the line into the footer': ['advice'],
    'Checkout pages do not run': ['advice'],
    'Without `allow-same-origin`': ['e2e/pages/iframes-and-print.spec.ts: a visitor chats in a frame'],
    'A frame on another site shares no conversation': ['advice'],
  },
  'docs/javascript-api.md': {
    "only `LeadChat('open')` works": [
      'test/widget/launcher/global-api.test.ts: accepts calls as a function and by its methods',
    ],
    'You can call every method at any time': [
      'test/widget/launcher/create-widget.test.ts: queues calls until the panel is loaded, and loads it only for those that need it',
    ],
    'No call throws': ['test/widget/any-call.test.ts: stands any call of the global and any stub'],
    'After `destroy()`': ['test/widget/any-call.test.ts: a destroyed widget'],
    "| `setConsent('granted')` |": [
      'e2e/lead/consent.spec.ts: nothing is stored before consent, the conversation is stored after it, and withdrawing',
      'test/core/conversation/shared-visit.test.ts: withdraws the consent in all of them',
    ],
    'Where the lead is known, it only opens': ['e2e/embedding/page-buttons.spec.ts: a button shows the form'],
    'it would take no lead': [
      'test/widget/launcher/unavailable.test.ts: before anything is loaded',
      'test/widget/panel/create-panel.test.tsx: chats without a form on a page that the proxy refuses',
    ],
    'need no script': ['e2e/embedding/page-buttons.spec.ts: buttons without a script work under a strict policy'],
    'is typed in every project': [
      'e2e/package/install.spec.ts: installs the package, type-checks, builds, and collects a lead',
    ],
    'A server can import the browser entries': [
      'e2e/pages/server-rendered.spec.ts: the browser hydrates server output',
    ],
  },
  'docs/testing.md': {
    'it requests nothing': [
      'test/adapters/react/lead-chat.test.tsx: adds only its launcher, and requests nothing with',
    ],
    'only loaded when somebody points at its launcher': [
      'test/adapters/react/lead-chat.test.tsx: adds only its launcher',
    ],
  },
};
