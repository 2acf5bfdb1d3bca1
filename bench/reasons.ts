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
    'A shared commit gains less on a disk that commits fast. Beside it, a lead costs what the bare handler does not do: in a CPU profile, the phone number and Hono take a tenth each, and no file of the proxy more than a twentieth.',
  'SQLite: p99, compared with node:http':
    'A lead waits for the commit that it shares with those before it, and then for the store’s thread.',
  'SQLite: the same with limits and log':
    'The rows of the bare handler have neither. Each lead takes points of its address, its phone and the site, and writes a line. Most of the difference was V8: with 2 MB for new objects, collecting those of leads in flight was a third of the CPU. The files in deploy/ allow 8 MB since.',
  'Postgres: intake, relative to node:http':
    'Postgres already shares a flush among the ten connections of the bare handler, so the shared commit gains little, and what a proxy does more for a lead counts in full.',
  'Postgres: the same with limits and log':
    'The rows of the bare handler have neither. Each lead takes points of its address, its phone and the site, in tables that all proxies share, and writes a line. With 2 MB for new objects, V8 took a third of the CPU as well; the files in deploy/ allow 8 MB since.',
  'p99 beside an export as CSV, relative to none':
    'Intake shares the two processors with the second thread of the store, the load and the reader.',
  'resident after 100,000 leads':
    'In this measurement the heap grew with the number of different visitors. The limits are counted in arrays of a fixed size since.',
  'intake on Postgres, relative to node:http':
    'Postgres already shares a flush among the ten connections of the bare handler, so the shared commit gains little, and what a proxy does more for a lead counts in full.',
};
