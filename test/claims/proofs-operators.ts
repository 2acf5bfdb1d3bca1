/** What stands behind the claims of the pages for operators: see `proofs.ts`. */
export const operatorProofs: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'docs/operations.md': {
    '| `unknown` |': [
      'test/proxy/delivery/outage.test.ts: become unknown after a crash during their request',
      'test/proxy/delivery/delivery-log.test.ts: says that the service stored another phone than the one it was sent',
    ],
    '| `dead` |': [
      'test/proxy/delivery/outage.test.ts: gives up a step after the last attempt, about three days later',
      'test/proxy/store/contract-admin.ts: replays a lead with the tags, the journey and the agent that its form has now',
    ],
    '**Closing** ends a lead': [
      'test/proxy/store/contract-admin.ts: closes a lead in any state but delivered',
      'test/proxy/store/contract-admin.ts: cancels the open calls of a closed lead, and takes no more',
    ],
    'Time, reason and who closed it': [
      'test/proxy/admin/admin-routes.test.ts: closes a lead that an operator has handled by hand, with who and why',
    ],
    "uses up no lead's attempts": ['test/proxy/delivery/outage.test.ts: R1, R5: loses nothing in three days'],
    'A probe every 30 s': [
      'test/proxy/delivery/outage.test.ts: opens the breaker after five failures, then probes the service every half minute',
    ],
    'the lead keeps the tags and the journey': [
      'test/proxy/delivery/lead-transitions.test.ts: follows its stored plan, and says so, if its form is no longer configured',
    ],
    'only its phone has to be corrected in the workspace': [
      'test/proxy/store/contract-admin.ts: writes a corrected value to the service if the lead is there already',
    ],
    'The old value is gone': [
      'test/proxy/store/contract-admin.ts: corrects a value of a lead that is not delivered',
      'test/proxy/admin/admin-routes.test.ts: records who and which field, not the old value',
    ],
    'A corrected value no longer counts': [
      'test/proxy/store/contract-admin.ts: corrects a value of a lead that is not delivered',
    ],
    '`further_fields`': ['test/proxy/admin/leads-csv-suite.ts: has a column for each field and attribute of the forms'],
    '`retentionDays` (7)': [
      'test/proxy/store/contract-queue.ts: scrubs delivered leads with their calls and enrolments, and deletes them later',
      'test/proxy/store/contract-queue.ts: deletes a closed lead like a delivered one',
    ],
    'If you need more': ['advice'],
    'Phones look like': [
      'test/proxy/admin/leads-csv-suite.ts: has the facts, the person, the page and the consent of each lead',
    ],
    '`… pending in the backup`': ['test/cli/restore-kill.test.ts: enrolls nobody twice after a restore'],
    // Follows from what is in the backup.
    'outcomes of deliveries after the backup': ['advice'],
    '`variable-ignored`': ['test/cli/commands.test.ts: warns of a misspelt variable and a missing admin token'],
    '`no-dashboard`': ['test/cli/commands.test.ts: warns of a misspelt variable and a missing admin token'],
    '`every-origin-allowed`': ['test/cli/commands.test.ts: accepts every page with --dev'],
    '`setting-ignored`': ['test/proxy/admin/settings-routes.test.ts: are ignored with a line in log and dashboard'],
    '`settings-off`': [
      'test/proxy/admin/settings-routes.test.ts: do not exist with adminSettings: false, and what was saved has no effect',
    ],
    '`session-failed`': [
      'test/proxy/session/session-route.test.ts: responds with null when the service is unreachable',
    ],
    '`webhook-dead`': [
      'test/proxy/webhooks/start-webhooks.test.ts: are dead after the last retry',
      'test/proxy/webhooks/start-webhooks.test.ts: are dead at once after a 410',
    ],
    'holds no addresses': ['test/proxy/defences/leaks.test.ts: R17: no secret appears in logs or responses'],
    'let the web server pass `/admin`': ['advice'],
    '`leadchat_accepts_leads`': [
      'test/cli/serve-durability.test.ts: R18: says everywhere that the disk is nearly full',
      'test/proxy/operations/operations-routes.test.ts: responds while the store is unreachable, and says so',
    ],
    'aggregate them with `max`': ['advice'],
    'More than one scrape every two seconds': [
      'test/proxy/server/shared-scrapes.test.ts: reads for each of a few scrapes, then once in two seconds',
    ],
  },
  'docs/proxy-api.md': {
    'describes every route': ['test/build/openapi.test.ts: has every route of the proxy, and no other'],
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
    'A success counts for five seconds': [
      'test/proxy/operations/operations-routes.test.ts: writes to the store once per five seconds, however many clients poll',
    ],
    'Every request needs `Authorization: Bearer ADMIN_TOKEN`': [
      'test/proxy/admin/admin-routes.test.ts: requires the token',
      'test/proxy/admin/admin-routes.test.ts: slows down guessing, and then refuses even the right token',
    ],
    '| `POST /leads/:lead/close` |': ['test/proxy/store/contract-admin.ts: closes a lead in any state but delivered'],
    '`unchanged` leads were in the wrong state': [
      'test/proxy/admin/admin-routes.test.ts: names causes, finds leads by cause, and replays all of them in batches',
    ],
    '`withoutForm` counts': [
      'test/proxy/admin/admin-routes.test.ts: replays with the journey that is configured now, one lead or all, and says when the form is gone',
    ],
    '| `GET /overview` |': [
      'test/proxy/admin/admin-routes.test.ts: gives an overview: counts, delivery, and two days by the hour',
    ],
    'Up to 128 KB': [
      'test/proxy/admin/settings-routes.test.ts: need the token, and may be larger than a lead, but not huge',
      'test/proxy/admin/settings-routes.test.ts: are refused to those who have not seen the newest version',
    ],
    'Every failure has this body': ['test/build/openapi.test.ts: to a visitor, when something is wrong'],
    '| 404 | `not-found` |': [
      'test/proxy/session/session-route.test.ts: requires the token of the lead',
      'test/proxy/calls/call-routes.test.ts: responds 404 for an unknown lead and an unknown call',
    ],
    '| 413 | `too-large` |': ['test/proxy/http/requests.test.ts: are at most 16 KB, with and without Content-Length'],
    'Every response has an `X-Request-Id`': [
      'test/proxy/http/requests.test.ts: carries a request id and security headers',
    ],
  },
};
