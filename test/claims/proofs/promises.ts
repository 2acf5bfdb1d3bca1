import type { Proofs } from './proofs.ts';

/** What stands behind the claims of the pages that promise most: README, safety of leads and data, figures. */
export const promises: Proofs = {
  'README.md': {
    'No accepted lead is lost': [
      'test/faults/lead-audit.test.ts: R1: ',
      'e2e/lead/outage.spec.ts: while the service is down a lead is accepted, survives a killed proxy',
      'test/core/leads/lead-queue.test.ts: is sent by a later page under the same key and with the same body',
    ],
    'You need Node 20.19': ['.github/workflows/ci.yml: node: 20.19.0'],
    'stores nothing and requests only its script': [
      'e2e/pages/no-early-requests.spec.ts: before the first interaction nothing is stored, only the script is requested',
    ],
    'deep-chat and Bot Framework have no bubble': [
      'bench/peers/peers.ts: deep-chat and Bot Framework have no bubble: they are measured until their field is visible.',
      'bench/widget/in-page.ts: controls.bubble === undefined ? isUsable()',
    ],
  },
  'docs/promises.md': {
    'returns 202 only after': [
      'test/proxy/store/sqlite-durability.test.ts: R19: runs with the settings that a durable commit needs',
      'test/proxy/http/requests.test.ts: is 503 with Retry-After, never 202, when the store cannot be used',
    ],
    'A retry with the same': [
      'test/proxy/intake/lead-route.test.ts: responds to the same key and body as before, and stores nothing twice',
      'test/proxy/store/contract-queue.ts: scrubs delivered leads with their calls and enrolments, and deletes them later',
    ],
    'It never repeats an enrolment': [
      'test/proxy/delivery/fault-matrix.test.ts: R4: covers every fault at every request',
    ],
    'The widget saves a lead before': [
      'test/core/leads/lead-queue.test.ts: is sent by a later page under the same key and with the same body',
      'test/core/leads/lead-queue.test.ts: is removed from the browser after 72 hours',
      'test/core/leads/lead-queue.test.ts: is stored only while the visitor allows storing',
    ],
    'it removes it only': [
      'test/core/leads/lead-queue.test.ts: is removed when the proxy refuses it permanently, and its issues are reported',
      'test/core/leads/lead-queue.test.ts: is removed when the visitor wants to be forgotten',
      'test/core/leads/changed-consent.test.ts: is removed when the visitor does not agree',
    ],
    'The proxy keeps them for 30 days': [
      'test/proxy/server/assets.test.ts: stay for 30 days after the next build, however old they are',
    ],
    'Before the first interaction the widget stores nothing': [
      'e2e/pages/no-early-requests.spec.ts: before the first interaction nothing is stored, only the script is requested',
    ],
    'has no idempotency key': ['advice'],
    'no accepted lead is lost and no enrolment': ['test/faults/lead-audit.test.ts: R1: '],
  },
  'docs/security.md': {
    '| as its lead, 30 days': [
      'test/proxy/store/contract-audit.ts: keeps it as long as the lead, and without one as long as leads are kept',
    ],
    'with their comments | those of a lead': [
      'test/proxy/store/contract-ratings.ts: are exported and erased with their person, and scrubbed with their lead',
      'test/proxy/store/contract-ratings.ts: stay with a lead that waits for longer, and are written to it then',
      'test/proxy/store/contract-ratings.ts: are deleted when their time is over',
      'test/proxy/delivery/housekeeping.test.ts: deletes counters of visitors after 400 days, and comments of ratings without a lead after 30, every hour',
    ],
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
    'What has expired is no longer used': [
      'test/core/conversation/storage.test.ts: can be resumed for resumeDays, and is removed from the browser afterwards',
      'test/core/leads/lead-queue.test.ts: is removed from the browser after 72 hours',
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
    'When you change the API key': [
      'test/proxy/server/erase-phone-postgres.test.ts: erases the limits of the phone, and says what it cannot match with any phone',
    ],
    '**provider** gets what': [
      'test/proxy/captcha.test.ts: is not shown by the widget when only the operator’s own forms send tokens',
    ],
    "A lead's token is derived from": [
      'test/proxy/defences/stolen-database-postgres.test.ts: yields no token (SQLite)',
    ],
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
  'docs/figures.md': {
    'Repeat it on a machine': ['advice'],
  },
  'docs/reliability.md': {
    'only these rows': ['advice'],
    'waits ten times as long': ['test/support/figures.ts: isBusy ? 10'],
    'the seed decides every random choice': ['advice'],
  },
};
