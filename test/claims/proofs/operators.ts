import type { Proofs } from './proofs.ts';

/** What stands behind the claims of the pages for those who run the proxy. */
export const operators: Proofs = {
  'docs/configuration.md': {
    'lists every key with its default': ['test/build/reference.test.ts: has an example of every key of %s, %s'],
    'Almost every key in one file': ['test/documentation.test.ts: links to files and headings that exist'],
    'Only `service`, `flowId` and `origins`': [
      'test/proxy/config/config.test-d.ts: require only keys without a default, and contain all keys when parsed',
    ],
    'Webhook secrets have no variable': ['advice'],
    'leaves nothing there but': ['test/proxy/doctor/run-doctor.test.ts: sends only requests that change nothing'],
    'What only real use can decide': ['test/proxy/doctor/run-doctor.test.ts: is not verified, instead of ok'],
    'lists every problem on stderr': [
      'test/cli/commands.test.ts: names every problem of its configuration at once, never the key, and ends with exit code 2',
    ],
    'They appear in no log': [
      'test/proxy/config/no-secrets.test.ts: never show a secret that came from the environment',
      'e2e/pages/secrets.spec.ts: R17: no file that the proxy serves contains a secret',
    ],
    'set up the form `default`': [
      'test/proxy/config/read-config.test.ts: puts the shorthand for one form into the default form',
    ],
    '`--host 127.0.0.1` accepts': ['test/cli/commands.test.ts: listens on the address of --host'],
    'every other key and every variable needs a restart': [
      'test/cli/serve-settings.test.ts: reads a changed file on SIGHUP, names what needs a restart',
    ],
    'need no restart: put the new token': [
      'test/proxy/admin/operators.test.ts: who are removed from the file are out at once, and new ones are in',
    ],
    'A restart loses nothing': [
      'test/proxy/server/start-proxy-server.test.ts: accepts leads over HTTP and keeps them across a restart',
      'test/proxy/server/start-proxy-server.test.ts: finishes a request in flight before it stops',
      'e2e/lead/outage.spec.ts: while the proxy is down the browser stores the lead, informs the visitor, and sends it later',
    ],
    'counts of calls do not': [
      'test/proxy/calls/call-routes.test.ts: calls a phone once per cool-down, for any lead and also after a restart',
    ],
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
      'test/cli/serve-stop-postgres.test.ts: ends by itself before it would be killed',
    ],
    '**No lead is sent twice.**': [
      'test/deploy/reverse-proxy.test.ts: serves every visitor while one of two proxies is stopped',
      'test/deploy/reverse-proxy.test.ts: sends no lead twice: one that a proxy has got is left to the browser',
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
    'a request that takes longer than 20 s': [
      'test/proxy/http/time-limit.test.ts: ends for each request on its own, with 503 and when to come back',
    ],
    'that has not arrived within 15 s': [
      'src/proxy/server/start-proxy-server.ts: requestTimeout: 15_000',
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
  'docs/operations.md': {
    '| `stop-cut-off` |': ['test/cli/serve-stop-postgres.test.ts: ends by itself before it would be killed'],
    '| `retention-waits` |': [
      'test/proxy/delivery/housekeeping.test.ts: deletes nothing until it is right again, and retention goes on from there',
      'test/proxy/delivery/housekeeping.test.ts: while no proxy runs, deletes nothing either at the start of the next one, until a day has passed',
      'test/proxy/delivery/housekeeping.test.ts: is followed after a day, because the one before may have been wrong',
    ],
    '| `ratings-not-written` |': [
      'test/proxy/ratings/write-ratings.test.ts: tries again every two seconds what the database did not take, and says so',
    ],
    'by hand as root it would listen on all addresses': [
      'test/deploy.test.ts: the documented restore starts the service as always, with its one option',
    ],
    'one is enrolled in a journey within 24 hours': [
      'test/proxy/delivery/delivery.test.ts: enrolls a phone in a journey once a day, whatever leads arrive',
      'test/proxy/delivery/enrolment-barrier-suite.ts: enrolls it again after the earlier one was erased',
    ],
    'deletes that the number was enrolled': [
      'test/proxy/delivery/enrolment-barrier-suite.ts: enrolls it again after the earlier one was erased',
    ],
    'keep their sums: that somebody left': [
      'test/cli/erase.test.ts: says what erasing leaves in the counters of the funnel',
    ],
    '| `unknown`, "Check by hand" |': [
      'test/proxy/delivery/outage.test.ts: become unknown after a crash during their request',
      'test/proxy/delivery/delivery-log.test.ts: says that the service stored another phone than the one it was sent',
    ],
    '| `dead`, "Refused" |': [
      'test/proxy/delivery/outage.test.ts: gives up a step after the last attempt, about three days later',
      'test/proxy/store/contract-admin.ts: replays a lead with the tags, the journey and the agent that its form has now',
    ],
    'what was skipped is never sent': ['test/proxy/store/contract-admin.ts: resolves unknown steps as done or skipped'],
    'A later replay repeats nothing': ['test/proxy/store/contract-admin.ts: resolves unknown steps as done or skipped'],
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
      'test/proxy/domain/lead-transitions.test.ts: follows its stored plan, and says so, if its form is no longer configured',
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
    'nothing protects their phones': ['advice'],
    '`no-dashboard`': ['test/cli/commands.test.ts: warns of a misspelt variable and a missing admin token'],
    '`every-origin-allowed`': ['test/cli/commands.test.ts: accepts every page with --dev'],
    '`webhook-format`': ['test/proxy/admin/settings-routes.test.ts: say which of them no form has any more'],
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
  'docs/operators.md': {
    'Then the dashboard knows who decided what': [
      'test/proxy/admin/operators.test.ts: are recorded by their own name, whatever they enter; the admin token as the name that was entered',
      'test/proxy/admin/operators.test.ts: may use each route of the admin API only with its role, and no route is without one',
    ],
    'The `adminToken` stays beside the operators': [
      'test/proxy/admin/operators.test.ts: are recorded by their own name, whatever they enter; the admin token as the name that was entered',
    ],
    'and the dashboard shows no button for it': [
      'test/admin/roles.test.tsx: gives a viewer no button that the proxy would refuse',
      'test/admin/roles.test.tsx: lets an agent look after leads and numbers, but neither erase nor download',
    ],
    '`leadchat doctor` lists the operators': [
      'test/proxy/doctor/operators.test.ts: lists the operators with their roles, and never a token',
    ],
    'A name wins over the pattern of its domain': [
      'test/proxy/admin/operators.test.ts: are taken from the header of a reverse proxy only if it is trusted, and the log says once if not',
    ],
    'The header counts only on a connection from': [
      'test/proxy/admin/operators.test.ts: are taken from the header of a reverse proxy only if it is trusted, and the log says once if not',
    ],
    'The reverse proxy must replace a header': [
      'test/deploy/signed-in-operators.test.ts: lets in whom the documented nginx with oauth2-proxy signs in',
    ],
    "Changes are accepted only from pages of the dashboard's own address": [
      'test/proxy/admin/operators.test.ts: who are signed in by a header act only from the dashboard itself, not from other pages',
    ],
    'The tab "Audit" lists it': ['test/admin/roles.test.tsx: lists who has done what, and opens the lead'],
    "names a visitor only by the lead's ID": [
      'test/proxy/store/contract-audit.ts: keeps it as long as the lead, and without one as long as leads are kept',
      'test/proxy/store/contract-audit.ts: exports with a person what was done with their leads, and nothing of others',
    ],
    'A viewer gets a lead only once that is recorded': [
      'test/proxy/admin/operators.test.ts: get no whole lead as viewers while that cannot be recorded',
    ],
  },
  'docs/scaling.md': {
    '180 bytes for each stage': ['test/proxy/funnel/disk-use.test.ts: bytes of disk for a counter of a page'],
    'takes at most 118 MB': [
      'test/proxy/funnel/disk-use.test.ts: takes at most 118 MB for a page that reaches every stage in every quarter of an hour',
    ],
    'no sticky sessions': [
      'test/proxy/intake/repetitions-postgres.test.ts: responds to a repeated lead as before, on every proxy and after a restart',
      'test/proxy/settings/two-proxies-postgres.test.ts: applies what one proxy saves to the others within five seconds',
    ],
    'List its addresses in': ['advice'],
    'Each counts limits for itself': [
      'test/proxy/limits/postgres-limiter.test.ts: are shared by all proxies: each allows as many as one alone until they know of each other, and then none',
      'test/proxy/limits/postgres-limiter.test.ts: let one more pass for each further proxy, to visitors who come one after another',
      'test/proxy/limits/postgres-limiter.test.ts: take as few statements as build/cost-limits.ts allows, however many visitors come',
    ],
    'nothing has to be set in leadchat': [
      'test/faults/pgbouncer-drill.test.ts: every lead is delivered once, and each line of the log is JSON',
    ],
    'which does not support LISTEN': [
      'test/proxy/store/postgres.test.ts: continue over connections that have lost their prepared statements',
      'test/proxy/jobs/runner.test.ts: looks for due jobs when it is notified, when the next one is due, and from time to time',
    ],
    'There is no migration of the data': ['advice'],
    'Leave the old proxy running': ['advice'],
    'A page may request a file that only another proxy has': [
      'e2e/operations/upgrade.spec.ts: without archived files of the previous build, its script opens the panel of the next build',
    ],
    // The plan is calculated from what a lead costs.
    'with 0.1 s each': ['advice'],
    'Measured were only two cores': ['advice'],
    '| 1 | nothing |': ['advice'],
    'Four deliveries of 0.3 s': ['advice'],
    '| 100 | delivery': ['advice'],
    'never at random': ['advice'],
    'A row stays for 30 days': [
      'test/proxy/store/contract-queue.ts: scrubs delivered leads with their calls and enrolments, and deletes them later',
    ],
    '- **Disk**: 2.4 kB': ['test/proxy/store/disk-use-postgres.test.ts: is what docs/scaling.md plans with'],
    'So the disk holds 30 days': ['test/proxy/store/disk-use-postgres.test.ts: is what docs/scaling.md plans with'],
    '| leads per second, on average |': [
      'test/proxy/store/disk-use-postgres.test.ts: is what docs/scaling.md plans with',
    ],
    'Disks that fill up lose nothing': [
      'test/faults/full-disk-kill.test.ts: R18: a proxy on a full disk responds with 503, continues when there is space',
    ],
    'browsers keep what is refused for 72 hours': [
      'test/core/leads/lead-queue.test.ts: is removed from the browser after 72 hours',
    ],
  },
  'docs/settings.md': {
    'The page Forms builds each form from questions': [
      'e2e/operations/forms.spec.ts: adds a question with a route by keyboard alone, and visitors are asked it',
      'test/admin/settings/forms-page.test.tsx: shows a question only after a known answer, as a sentence',
    ],
    'no setting can make it read the dashboard or its token': [
      'e2e/operations/settings.spec.ts: a script in the preview reaches neither the dashboard nor its token',
    ],
    'may have 64 kB as JSON': [
      'test/proxy/config/size-problems.test.ts: has the same limit in settings that lie over the file, which apply without the largest',
    ],
    'the log has a `hint` that nothing changed': [
      'test/cli/serve-settings.test.ts: says that the file is as before, and when a container sees an old one',
    ],
    'within five seconds': [
      'test/proxy/settings/two-proxies-postgres.test.ts: applies what one proxy saves to the others within five seconds',
    ],
    'What was saved then has no effect': [
      'test/proxy/admin/settings-routes.test.ts: do not exist with adminSettings: false, and what was saved has no effect',
    ],
    'An unusable file is refused': ['test/cli/serve-settings.test.ts: keeps the earlier one when it is unusable'],
  },
  'docs/troubleshooting.md': {
    'No response: the proxy does not run': ['advice'],
    '404 `unknown-form`': ['test/proxy/widget/widget-routes.test.ts: responds 404 for an unknown form'],
    'draws nothing until you call `init`': [
      'test/widget/launcher/global-api.test.ts: waits for init if the script tag configures no widget',
    ],
    'the page has two tags': ['test/widget/launcher/global-api.test.ts: creates one widget when the script runs twice'],
    'Scheme, host and port must match': ['test/proxy/config/parse-config.test.ts: refuses %s as an origin'],
    'have the origin `null`': ['test/proxy/config/parse-config.test.ts: refuses %s as an origin'],
    'If only a few visitors get 429': [
      'test/proxy/http/requests.test.ts: refuse an address over its limit, with Retry-After',
    ],
    'Styles need no source': [
      'e2e/pages/strict-policy.spec.ts: a whole lead journey violates no content security policy',
    ],
    '**The chat never connects**': ['advice'],
    '**Only chats after the form are silent': ['advice'],
    '`session-failed` if no session': [
      'test/proxy/session/session-route.test.ts: responds with null when the service is unreachable',
    ],
    'the flow decides this': ['advice'],
    '| `no-form` |': ['test/proxy/defences/abuse.test.ts: holds a lead without the signs of a form'],
    '| `captcha-failed` |': [
      'test/proxy/captcha.test.ts: holds a lead without a token, with an invalid one, and with one of another site',
    ],
    '| `not-offered` |': [
      'test/proxy/admin/settings-routes.test.ts: apply at once to scripts, configuration, validation, calls',
    ],
    'Without `callback.timeZone`': [
      'test/proxy/calls/planned-call-routes.test.ts: without a zone of the hours, plans only when every zone of the country',
    ],
    '| `full` |': [
      'test/proxy/calls/planned-call-routes.test.ts: lets nobody plan more calls around a time than the limits allow',
    ],
    'Without `identity.secret`': ['test/proxy/intake/user-token.test.ts: is any token when no secret is configured'],
    '**`timeout`**': ['test/proxy/webhooks/start-webhooks.test.ts: time out after 15 seconds without a response'],
  },
};
