/**
 * Why a goal is missed, by its name: what a trace or a count shows. The report prints the reason below the goals of a
 * section whenever the goal is missed, and test/bench fails for a missed goal without one.
 */
export const reasons: Readonly<Record<string, string>> = {
  'bubble: scripting, relative to the floor':
    'The floor is a button that only opens a panel. leadchat.js also reads its options, decides by pages and hours whether it shows, chooses texts and colours, and draws into a shadow root: 5 ms of script in a trace without slow-down, the floor 1.5.',
  'bubble: blocking':
    'A task blocks with what it takes beyond 50 ms. The longest one runs leadchat.js, which draws the bubble at once: 29 ms in a trace with a CPU four times slower, 8 of them styles. It is longer only while other programs use the processor, as for the hand-written bubble: 107 ms in another trace, in which it had the processor for 53.',
  '1,000 messages, relative to the floor':
    'leadchat draws only the latest fifty, and lays out for a third of the floor’s time. But it parses and checks each frame, tells the page of each message and stores the transcript: 60 to 75 ms of script in a trace without slow-down, the floor 21.',
  'the next message, relative to the floor':
    'In a trace leadchat’s script takes 7 ms and styles 3 for a message, the floor 0.6 and 0.6; its layout is shorter, 2 ms instead of 4 to 6.',
  'sent → answer, relative to the floor':
    'Both take three frames and as many layouts, but leadchat 4 ms of script and 2.4 of styles, the floor 0.5 and 0.4, and so misses an animation frame more often. The animation of new messages and the dots that say that the agent writes may cost some of it: without either, answers came 9 to 15 ms earlier in one run of 14, while another one without the dots showed less.',
  'sent → answer, relative to the fastest peer':
    'Both wait two or three animation frames. leadchat draws an answer into a group with its author, time and delivery state, animates it, and shows dots until it comes, and so needs one frame more than deep-chat more often.',
  'bytes until answered, relative to the lightest peer':
    'Preact, signals, zod and reconnecting-websocket are used as published, and the chat includes call-backs, notifications, a menu and copy buttons.',
  'phone: tap → form usable':
    'The tap requests the panel, its schemas, its language and the form side by side, 83 kB: 150 ms until their first bytes and 415 ms at 1.6 Mbit/s, in which the schemas are created. With the requests the last byte comes 630 ms after the tap, in each of 20 traces. The rest is the slow CPU, at best 200 ms: by a profile 60 for styles and layout, 50 to draw panel and form, 40 to create panel and chat, 20 to compile and run their files.',
  'phone: tap → text box':
    'The tap requests the schemas of the panel, its language and the panel, 62 kB with headers: 150 ms until their first bytes and 310 ms at 1.6 Mbit/s, in which the schemas are created. With the requests the last byte comes 495 ms after the tap. The rest is the slow CPU, at best 150 ms in a trace: 25 to run the files, 60 to create panel and chat, 60 to draw them once, of which 12 are styles and 25 layout.',
  'page load':
    'leadchat.js takes 12 kB; its configuration and the headers are the rest. Before anything else is loaded it decides by pages, hours, experiments and stored visits whether and how the bubble shows, offers the API and the page’s own buttons, and keeps the events of page and chat apart: some forty parts, of which the largest is 1.3 kB.',
  'until answered, anonymous':
    'As served leadchat.js takes 12 kB, the panel 42, its schemas 15, its language 3, the conversation 10. Of panel and schemas, zod, Preact and its signals as published are 16 kB, the components 12, the state and its effects 10, the checks of options and frames 6.',
  'requests until answered, anonymous':
    'leadchat.js, the panel, its schemas, its language, the conversation and the socket. Panel, schemas and language are requested side by side, so one file less saves no round trip. In one file with the panel, the schemas would take 1.1 kB less, but be created only when all of it has come, the conversation would delay the text box, and each language would need a panel of its own.',
  'until answered, with the form':
    'The anonymous chat, and 25 kB for the form, of which what it knows of leads is 9 kB, its components 8, the countries 3 and its checks 3. The lead and its response are 1 kB.',
  'added to a React application':
    '<LeadChat> in the application’s own bundle is 14 kB, the panel with its schemas 54, its language 2, the conversation 10. They are what a page without React loads, which has 12 kB for leadchat.js instead of the 13.',
  'bubble: heap over a blank page':
    'In a snapshot of the heap, V8’s code for leadchat.js takes 123 kB, of which the bytecode is 34, for 30 kB of source. Strings take 33 kB, the shapes of objects 25, functions 14, the data itself 6.',
  'sent → answer, relative to deep-chat':
    'Both wait two or three animation frames. leadchat draws an answer into a group with its author, time and delivery state, animates it, and shows dots until it comes, and so needs one frame more than deep-chat more often.',
  'phone: form sent → first answer':
    'One after the other come the lead and the handshake of the socket, 150 ms each, and 50 ms in which the service must send nothing more before a message may follow. The handshake cannot begin beside the lead: its address names the session, which comes in response to the lead. It begins before the chat is drawn. The rest is the slow CPU, which checks and sends the form, draws the visitor’s message and the answer, and what of the chat takes longer than the handshake.',
  'requests until answered, with the form':
    'Those of an anonymous chat, the code of the form, the lead, and the browser’s question whether this page may send it to the proxy’s host (CORS). The form’s code would take 2.3 kB less in one file with the panel, which an anonymous chat loads without it.',
  'SQLite: intake, relative to the best of an afternoon':
    'An afternoon stores one row. leadchat takes 4.1 statements for a lead with the steps of its delivery, looks at the block list, derives and hashes a token, and counts what converts. What it saves is commits, which leads that arrive together share: the faster the disk, the less that is.',
  'Postgres: intake, relative to the best of an afternoon':
    'An afternoon stores one job. leadchat takes 2.5 statements for a lead with the steps of its delivery, looks at the block list, derives and hashes a token, and counts what converts. What it saves is commits, which leads that arrive together share.',
  'SQLite: p99 at 200 leads a second':
    'At this rate a lead finds the processor’s caches without its code: accepting one takes 1.9 ms of CPU instead of 0.6 at full load, and the bare handler 0.7 instead of 0.2. In a profile of 3,000 leads no function of leadchat holds the main thread for 5 ms by itself. What does are one in 16 collections of garbage, and writes to sockets, after which whoever was woken has the processor: load, service and database use the same two.',
  'SQLite: the same beside search, export and scrape':
    'The export never ends here: one begins when the other has ended. It takes a quarter of the main thread at most, ten leads at a time, and its reader and the database use the same two processors as the load and the service.',
  'Postgres: p99 at 200 leads a second':
    'At this rate a lead finds the processor’s caches without its code: accepting one takes 1.9 ms of CPU instead of 0.6 at full load, and the bare handler 0.7 instead of 0.2. Its delivery takes up to six statements more, each of which wakes a process of Postgres, and then this one. In a profile of 3,000 leads no function of leadchat holds the main thread for 5 ms by itself. What does are one in 16 collections of garbage, and writes to sockets, after which whoever was woken has the processor: load, service and database use the same two.',
  'Postgres: the same beside search, export and scrape':
    'The export never ends here: one begins when the other has ended. It takes a quarter of the main thread at most, ten leads at a time, and its reader and the database use the same two processors as the load and the service.',
  'delivery on SQLite, a second':
    'One process delivers as many leads as its main thread has time for: a second divided by the CPU of a lead in the table. A lead with a tag is two requests to the service and 11 statements.',
  'delivery on Postgres, a second':
    'One process delivers as many leads as its main thread has time for: a second divided by the CPU of a lead in the table. A lead with a tag is two requests to the service, and 0.8 statements and 0.4 commits, because those that are delivered at the same time share them. Postgres takes about 0.5 ms of CPU for it: a claim, two points in the middle and the end write four versions of a row that twelve indexes lead to.',
  'other tasks wait for 10,000 frames':
    'No task takes 30 ms of CPU in a trace: the chat gives the page its turn. But Chromium hands over each frame in a task of its own, 170 ms for all of them, and these stand in one queue with the tasks of the page.',
  'resident after 100,000 leads':
    'Half of it is there before the first lead: 123 MB, of which 54 are the program of Node itself. The rest is V8’s heap for 50 leads in flight, and SQLite’s cache of 16 MB; with 8 it was the same. With 4 MB instead of 8 for new objects it would be 12 MB less, for up to a tenth more CPU of a lead.',
  'CPU of a lead at 200 a second with four proxies, relative to one':
    'Leads that come at the same time share statements and commits, and with four proxies each gets a quarter of them. Each process runs its code a quarter as often, and finds less of it in the processor’s caches: beside other programs the main threads took 3.5 ms of CPU for a lead instead of 2.1, V8’s compiler and collector 0.8 instead of 0.4, Postgres 2.6 instead of 1.7.',
};
