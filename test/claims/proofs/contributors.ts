import type { Proofs } from './proofs.ts';

const everyRule =
  'test/contracts/contract.test.ts: has a test for every rule and every row of every table of the service API';
const oneWay = 'test/architecture.test.ts: lets imports point one way only';

/** What stands behind the claims of the pages for contributors, and of those about the service. */
export const contributors: Proofs = {
  'docs/architecture.md': {
    'A folder of `src` may import only': [
      oneWay,
      "test/architecture.test.ts: lets outsiders import a unit's index.ts only",
    ],
    'every page pays for the launcher': [
      'e2e/pages/no-early-requests.spec.ts: before the first interaction nothing is stored, only the script is requested',
    ],
    'it waits in memory': [
      'test/core/leads/lead-place.test.ts: is the memory of its tab once its page stores nothing',
      'test/core/leads/lead-place.test.ts: stays the memory of its tab where the storage is full',
    ],
    'It is removed only after a 202': [
      'test/core/leads/lead-queue.test.ts: is removed when the proxy refuses it permanently, and its issues are reported',
      'test/core/leads/lead-queue.test.ts: is removed when the visitor wants to be forgotten',
      'test/core/leads/changed-consent.test.ts: is removed when the visitor does not agree',
      'test/core/conversation/storage.test.ts: is deleted by a chat that is created without consent, %s',
    ],
    'an attribute that the form no longer lists': [
      'test/core/leads/refused-attributes.test.ts: is sent without it, under the same key, and the page is told',
    ],
    'these wait for the operator': [
      'test/proxy/delivery/outage.test.ts: become unknown after a crash during their request',
    ],
    'A refused event changes nothing': [
      'test/proxy/domain/lead-transitions.test.ts: is not closed twice',
      'test/proxy/domain/legal-actions.test.ts: follow its steps and calls in each state',
    ],
    'so no lead waits for them': ['test/proxy/store/sqlite.test.ts: stores leads while the dashboard reads many'],
    'Every few seconds the sums are one transaction': [
      'test/proxy/funnel/funnel-counter.test.ts: stores the sums of many visitors as one batch',
      'test/proxy/funnel/funnel-route.test.ts: stores by itself what was counted, some seconds later',
    ],
    'looks for newer ones of other proxies every two seconds': [
      'test/proxy/settings/two-proxies-postgres.test.ts: applies what one proxy saves to the others within five seconds',
    ],
    'takes over the keys that need no restart': [
      'test/cli/serve-settings.test.ts: reads a changed file on SIGHUP, names what needs a restart',
    ],
    'only the oldest of each lead': [
      'test/proxy/store/contract-webhooks.ts: are claimed once, and a lead has only its oldest one in flight',
    ],
    'Webhooks and delivery share only the store': [
      'test/architecture.test.ts: keeps store, delivery and webhooks apart',
    ],
    'only while a visitor watches a call': [
      'test/proxy/calls/watch-calls.test.ts: learns how a call ends even if no visitor watches it, and reports call.ended',
    ],
    // The compiler refuses every other one.
    'is the only writer': ['src/core/state/store.ts: readonly state: ReadonlySignal<ChatState>'],
    'An event keeps the objects that it does not change': [
      'test/core/state/conversation.test.ts: are the same objects when an event does not concern them',
    ],
    'nothing of one who is forgotten reaches the next': [
      'test/core/conversation/tabs.test.ts: fill in nothing for the next person that was typed while the %s was reset',
    ],
    'which every tab applies once': [
      'test/core/state/tabs.test.ts: have the leader apply the event of a follower once',
    ],
    'within three seconds is frozen': [
      'test/core/state/tabs.test.ts: wait three seconds for a leader that does not respond',
    ],
    'A tab that has not started posts only what is about the visitor': [
      'test/core/conversation/shared-visit.test.ts: is not passed on before start() if it concerns that tab only',
    ],
    'What happens to a socket concerns only the messages that were sent over it': [
      'test/core/state/conversation.test.ts: are not confirmed when another socket closes cleanly',
      'test/core/state/conversation.test.ts: are not queued again when another socket is lost',
    ],
    'The service acknowledges no message': [
      'test/core/state/conversation.test.ts: wait until the handshake is over, and earlier ones of the history confirm nothing',
    ],
    'is the only code that sees unparsed data': ['test/protocol/frames.test.ts: never throws, whatever arrives'],
    'a hidden page must load no panel': [
      'e2e/embedding/pages.spec.ts: a hidden page shows and requests nothing, and the chat is there on the next one',
    ],
    'A released one never changes': ['advice'],
    'archives the files of each build for 30 days': [
      'test/proxy/server/assets.test.ts: stay for 30 days after the next build, however old they are',
    ],
  },
  'docs/commands.md': {
    '`npm run dev`': ['advice'],
    '`npm run contract`': [
      'test/contracts/contract-command.test.ts: passes for the sandbox, and creates no call or enrolment unless requested',
    ],
    '`npm run bench`': ['bench/main.ts: --quick'],
    'in some 45 minutes': ['bench/main.ts: --quick'],
    '`npm run pictures`': ['advice'],
    'listen on 127.0.0.1 only': [
      'test/cli/demo-access.test.ts: listens on the loopback address only',
      'test/cli/demo-access.test.ts: refuses a foreign Host in all its servers',
      'test/cli/commands.test.ts: listens only on the address of --host',
    ],
  },
  'docs/decisions.md': {
    'There is one runner': [
      'test/proxy/jobs/runner-suite.ts: runs each job once, and those of a phone one after the other, in their order',
      'src/proxy/store/schema.ts: CREATE INDEX leads_due ON leads (next_at, seq)',
      'src/proxy/store/schema.ts: CREATE INDEX webhooks_due ON webhooks (receiver, next_at, seq)',
    ],
    'a claim parks what it cannot read': [
      'test/proxy/store/contract-unreadable.ts: claims the other leads, and parks the damaged ones for the operator',
      'test/proxy/store/contract-unreadable.ts: posts the other webhooks, and parks the damaged ones',
    ],
    'is the only file that imports reconnecting-websocket': [
      'test/architecture.test.ts: knows reconnecting-websocket in one file only',
    ],
    '| delays |': [
      'test/core/faults/address-faults.ts: wake() during the back-off',
      'test/core/faults/network-faults.ts: the service restarts under 500 idle clients',
    ],
    '| queue |': [
      'test/core/faults/chat-faults.ts: the visitor writes more offline than the outbox holds',
      'test/core/faults/chat-faults.ts: the service no longer accepts the session',
    ],
    '| constructor |': [
      'test/core/connection/web-socket.test.ts: connects at once, and misses nothing of a service that is faster than the library',
    ],
    'Its position is set by script': [
      'e2e/chat/menu.spec.ts: the menu opens below the header, and can be scrolled in a low window',
    ],
    'looks for a stored conversation 0.3 s after it ran': [
      'test/widget/launcher/create-widget.test.ts: is in the page at once, with its name, and nothing is loaded or stored',
      'src/widget/launcher/stored-visitor.ts: firstAccessDelayMs = 300',
    ],
    'Schemas are a file apart': ['e2e/perf/requests.spec.ts: schemas are there before the panel has come'],
    'parses phone numbers takes': ['e2e/perf/documented-sizes.spec.ts: what the library for phones weighs'],
    'only the proxy parses': [
      'e2e/perf/requests.spec.ts: a chat with a form requests panel, language and leads side by side, and nothing of phone numbers',
    ],
    'A form needs a table': ['test/build/country-table.test.ts: and docs/decisions.md says how much'],
    'for a second thread that starts when': [
      'test/proxy/server/reader-thread.test.ts: starts the thread for the dashboard when it is asked for the first time',
    ],
    'the pinned script contains no configuration': [
      'test/proxy/widget/widget-routes.test.ts: is an immutable script that no configuration changes',
    ],
    'no look-ahead': ['test/proxy/config/linear-pattern.test.ts: is refused when it cannot be'],
    'kinds of nonsense took': ['test/widget/ui/parse-markdown.test.ts: is read in a blink: 100,000 characters of'],
    'ends addresses before': ['test/widget/ui/parse-markdown.test.ts: https://example.com/a。谢谢'],
    'the chunk that formats messages': [
      'e2e/perf/documented-sizes.spec.ts: docs/decisions.md says what the library for phones weighs, and the code that formats messages',
    ],
  },
  'docs/sandbox.md': {
    'It contacts nobody': ['test/sandbox/calls.test.ts: Get Call Details; Call record: shows a call that rings'],
    '| `hang` | never responds': ['test/sandbox/faults.test.ts: hang: never responds or processes'],
    '| `cut` | runs the request': [
      'test/sandbox/faults.test.ts: cut: processes the request, and breaks off the response',
      'test/sandbox/faults.test.ts: cut: ends all open sockets, and refuses no new one',
    ],
    'has the same effect after 15 seconds': [
      'test/service-client/transport.test.ts: remains when no response comes in time',
    ],
  },
  // Each sentence states a rule of the service API, which has a test of its own.
  'docs/service-api.md': {
    '': [everyRule, 'test/contracts/contract.test.ts: has a test for every choice that the service API leaves open'],
    'so leadchat never repeats it': [
      'test/proxy/delivery/fault-matrix.test.ts: R4: covers every fault at every request',
    ],
    'So leadchat never repeats either request': [
      'test/proxy/delivery/fault-matrix.test.ts: R4: covers every fault at every request',
    ],
    'every 2xx is success': [
      'test/service-client/refusals.test.ts: is a failure even with a 2xx status when it has the error body',
    ],
    'a custom field of a lead on file is only filled when': [
      'test/proxy/delivery/delivery.test.ts: does not change a custom field that Get Lead does not return',
    ],
  },
};
