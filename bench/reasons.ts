/**
 * Why a goal is missed, by its name: what a trace or a count shows. The report prints the reason below the goals of a
 * section whenever the goal is missed, and test/bench fails for a missed goal without one.
 */
export const reasons: Readonly<Record<string, string>> = {
  'bubble: scripting, relative to the floor':
    'The floor is a button that only opens a panel. leadchat.js also reads its options, decides by pages and hours whether it shows, chooses texts and colours, and draws into a shadow root: 2.9 ms of the main thread in a trace without slow-down, the floor 1.3.',
  '1,000 messages, relative to the floor':
    'A message of the floor is one element. One of leadchat has a time, an author, a group and a delivery state. Of 280 ms in a trace, Preact’s rows take 65, the event that the page gets for each message 37 and parsing 24; V8’s garbage collection is the largest of the rest.',
  'the next message, relative to the floor':
    'In a trace leadchat’s script takes 4 ms and styles 2.5 for a message, the floor 0.6 and 0.5; its layout is shorter, 1.6 instead of 5.2.',
  'sent → answer, relative to the floor':
    'In a trace leadchat takes 4.2 ms of script and 2.5 of styles for an answer, the floor 0.5 and 0.4, and so misses an animation frame more often.',
  'sent → answer, relative to the fastest peer':
    'Both wait two or three animation frames. leadchat draws an answer into a group with its author, time and delivery state, and so needs one frame more than deep-chat more often.',
  'bytes until answered, relative to the lightest peer':
    'Preact, signals, zod and reconnecting-websocket are used as published, and the chat includes call-backs, notifications, a menu and copy buttons.',
  'phone: tap → form usable':
    'The panel and the form are requested by the tap: 150 ms until their first bytes, some 400 ms for 77 kB at 1.6 Mbit/s, and then the slow CPU runs and draws them.',
  'SQLite: intake, relative to node:http':
    'Storing is not what costs: with our store the bare handler takes 133 µs of CPU for a lead, with a commit each 288. The rest of the proxy takes some 300: in a CPU profile V8’s garbage collection 15 %, the phone number 10 %, reading and checking the body 11 %, writing the response 7 %, the way to the store’s thread 5 %. No function takes 2.5 % itself, except the system’s write and messages between threads.',
  'SQLite: p99, compared with node:http':
    'A lead waits for those of the same turn of the event loop, which take 350 µs each before they share a commit, and V8 stops the process some 30 times a second for 2 to 6 ms to collect garbage.',
  'SQLite: the same with limits and log':
    'The rows of the bare handler have neither. But they are not the reason: a lead takes no more CPU with them than without; in a profile the limits take 5 % and the log 4 %. The rest is as without them.',
  'Postgres: intake, relative to node:http':
    'Postgres already shares a flush among the ten connections of the bare handler. With our store that handler is still 1.6 times as fast, so the shared commit is not the reason: what a proxy does for a lead besides storing it takes 250 of its 350 µs of CPU, as on SQLite.',
  'Postgres: the same with limits and log':
    'The rows of the bare handler have neither. Each lead takes four points in a table that all proxies share. As counted with pg_stat_statements, six leads share such a statement, but its rows take Postgres 96 µs a lead, and the lead itself 65, on the two processors that the proxy and the load use, too.',
  'p99 beside a search in the dashboard, relative to none':
    'The reader searches again as soon as it has its answer, in a second thread of the store. Intake shares the two processors with it, the load and the reader.',
  'p99 beside an export as CSV, relative to none':
    'An export runs all the time here, in a second thread of the store. Intake shares the two processors with it, the load and the reader.',
  'resident after 100,000 leads':
    'Half of it is there before the first lead: 123 MB, of which 54 are the program of Node itself. The rest is V8’s heap for 50 leads in flight, and SQLite’s cache of 16 MB. With 4 MB instead of 8 for new objects it would be 12 MB less, for up to a tenth more CPU of a lead.',
  'p99 beside a scrape of /metrics, relative to none':
    'The reader scrapes again as soon as it has its answer, instead of every 15 s. At most one in two seconds writes the 14 kB of text anew, and the others only take the way of a request: thousands of them in a round, on the two processors that intake and the load use.',
  'CPU of a delivered lead with four proxies, relative to one':
    'Four proxies do the same for a lead as one: 7.4 statements instead of 7.3, with BEGIN and COMMIT, as counted with pg_stat_statements. But all of them, Postgres and the service share two processors, and a lead takes more CPU whenever others use these: one proxy alone took 2.2 ms instead of 1.5 beside other programs.',
};
