/**
 * Why a goal is missed, by its name: what a trace or a count shows. The report prints the reason below the goals of a
 * section whenever the goal is missed, and test/bench fails for a missed goal without one.
 */
export const reasons: Readonly<Record<string, string>> = {
  'bubble: scripting, relative to the floor':
    'The floor is a button that only opens a panel. leadchat.js also reads options, draws into a shadow root and enters the top layer, for which the browser computes the styles of the page while the script runs.',
  '1,000 messages, relative to the floor':
    'A message of the floor is one element. One of leadchat has a time, an author, a group and a delivery state.',
  'the next message, relative to the floor':
    'A message of the floor is one element. One of leadchat has a time, an author, a group and a delivery state.',
  'sent → answer, relative to the floor':
    'Two or three animation frames: leadchat often needs one more than the floor.',
  'sent → answer, relative to the fastest peer':
    'Two or three animation frames: leadchat often needs one more than deep-chat.',
  'bytes until answered, relative to the lightest peer':
    'Preact, signals, zod and reconnecting-websocket are used as published, and the chat includes call-backs, notifications, a menu and copy buttons.',
  'phone: tap → form usable':
    'The panel and the form are requested by the tap: 150 ms until their first bytes, some 400 ms for 77 kB at 1.6 Mbit/s, and then the slow CPU runs and draws them.',
  'SQLite: intake, relative to node:http':
    'Storing is not what costs: with our store the bare handler takes 125 µs of CPU for a lead, with a commit each 290. The rest of the proxy takes 350: in a CPU profile V8’s garbage collection 18 %, writing the response 9 %, the phone number 8 %, checking the body 7 %, the way to the store’s thread 6 %, and nothing else more than 5 %.',
  'SQLite: p99, compared with node:http':
    'A lead waits for those of the same turn of the event loop, which take 350 µs each before they share a commit, and V8 stops the process some 30 times a second for 2 to 6 ms to collect garbage.',
  'SQLite: the same with limits and log':
    'The rows of the bare handler have neither. But they are not the reason: a lead takes the same CPU with them (492 µs) as without (481); in a profile the limits take 5 % and the log 4 %. The rest is as without them.',
  'Postgres: intake, relative to node:http':
    'Postgres already shares a flush among the ten connections of the bare handler. With our store that handler is still 1.7 times as fast, so the shared commit is not the reason: what a proxy does for a lead besides storing it takes 290 of its 400 µs of CPU, as on SQLite.',
  'Postgres: the same with limits and log':
    'The rows of the bare handler have neither. Each lead takes four points in a table that all proxies share. As counted with pg_stat_statements, six leads share such a statement, but its rows take Postgres 96 µs a lead, and the lead itself 65, on the two processors that the proxy and the load use, too.',
  'p99 beside an export as CSV, relative to none':
    'An export runs all the time here, in a second thread of the store. With it the process takes 1.9 ms of CPU for each lead instead of 0.5, and intake shares the two processors with it, the load and the reader.',
  'resident after 100,000 leads':
    'Half of it is there before the first lead: 123 MB, of which 54 are the program of Node itself. The rest is V8’s heap for 50 leads in flight, and SQLite’s cache of 16 MB. With 2 MB instead of 8 for new objects it would be 20 MB less, but collecting them would be a third of the CPU of a lead.',
  'intake on Postgres, relative to node:http':
    'Postgres already shares a flush among the ten connections of the bare handler, so the shared commit gains little, and what a proxy does more for a lead counts in full.',
  'p99 beside a scrape of /metrics, relative to none':
    'The reader scrapes again as soon as it has its answer. Each scrape wrote 14 kB of text in 0.3 ms, as long as a lead takes. Now more than one in two seconds share the text.',
  'CPU of a delivered lead with four proxies, relative to one':
    'Four proxies do the same for a lead as one: 7.4 statements instead of 7.3, with BEGIN and COMMIT, as counted with pg_stat_statements. But all of them, Postgres and the service share two processors, and a lead takes more CPU whenever others use these: one proxy alone took 2.2 ms instead of 1.5 beside other programs.',
};
