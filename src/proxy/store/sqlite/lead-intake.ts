import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { callStates, leadStates, proxySession } from '../../../protocol/index.ts';
import type { CapacityGuard } from '../capacity-guard.ts';
import type { Acceptance, LeadIntake, StoredRequest } from '../lead-intake.ts';
import { leadColumns, newLeadColumns, newLeadValues, readLeadRow } from '../lead-row.ts';
import { hashBody, hashKey } from '../request-hash.ts';
import { callStep, decisionOf, firstSteps } from '../steps.ts';
import type { CallWriter } from './call-writer.ts';
import type { SqliteContext } from './open-database.ts';
import { sqliteError } from './sqlite-error.ts';
import { createStateCounter } from './state-counter.ts';

export type IntakeDeps = {
  calls: CallWriter;
  capacity: CapacityGuard;
};

export function createLeadIntake(context: SqliteContext, deps: IntakeDeps): Omit<LeadIntake, 'close'> {
  const { db, write, notify, now, newId, webhooks } = context;
  const insert = db.prepare(
    `INSERT INTO leads (${newLeadColumns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
  );
  const setSteps = db.prepare('UPDATE leads SET steps = ? WHERE lead = ?');
  const findRequest = createRequestFinder(db);
  const byId = db.prepare(`SELECT ${leadColumns} FROM leads WHERE lead = ?`);
  const setSession = db.prepare('UPDATE leads SET session = ? WHERE lead = ? AND session IS NULL');
  const sessionOf = db.prepare('SELECT session FROM leads WHERE lead = ?');
  const touch = db.prepare(
    'INSERT INTO health (id, checked_at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at',
  );
  const insertSecret = db.prepare('INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING');
  const findSecret = db.prepare('SELECT value FROM secrets WHERE name = ?');
  const countLeads = createStateCounter(db, 'leads', leadStates);
  const oldestPending = db.prepare("SELECT accepted_at FROM leads WHERE state = 'pending' ORDER BY seq LIMIT 1");
  const countCalls = createStateCounter(db, 'calls', callStates);

  return {
    async accept(lead) {
      deps.capacity.ensure();
      const id = newId();
      const steps = firstSteps(lead);
      const acceptance = await write((): Acceptance => {
        const { changes } = insert.run(...newLeadValues(id, lead, steps));
        if (changes === 0) {
          const known = findRequest(lead);
          return known?.hasSameBody === true ? { outcome: 'repeated', lead: known.lead } : { outcome: 'key-reused' };
        }
        webhooks.leadAccepted(id, lead.held, lead.acceptedAt);
        const call = lead.callback === undefined ? undefined : deps.calls.addWithLead(newId(), id, lead);
        if (call === undefined) return { outcome: 'stored', lead: id };
        setSteps.run(JSON.stringify([...steps, callStep(call.id, decisionOf(call))]), id);
        return { outcome: 'stored', lead: id, call };
      });
      if (acceptance.outcome === 'stored') notify();
      return acceptance;
    },
    async findRequest(request) {
      try {
        return findRequest(request);
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async secret() {
      return write(() => {
        insertSecret.run('lead-token', randomBytes(32).toString('hex'));
        return String(findSecret.get('lead-token')?.value);
      });
    },
    async keepSession(lead, session) {
      const text = await write(() => {
        setSession.run(JSON.stringify(session), lead);
        return sessionOf.get(lead)?.session;
      });
      return typeof text === 'string' ? proxySession.parse(JSON.parse(text)) : session;
    },
    async find(lead) {
      try {
        const row = byId.get(lead);
        return row === undefined ? undefined : readLeadRow(row);
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async check() {
      deps.capacity.ensure();
      await write(() => touch.run(now()));
    },
    space: async () => deps.capacity.space(),
    counts: countLeads,
    callCounts: countCalls,
    async oldestPendingAt() {
      try {
        const row = oldestPending.get();
        return row === undefined ? undefined : Number(row.accepted_at);
      } catch (error) {
        throw sqliteError(error);
      }
    },
  };
}

/** Finds the lead that was stored under an Idempotency-Key. */
function createRequestFinder(db: DatabaseSync): (request: RequestIdentity) => StoredRequest | undefined {
  const byKey = db.prepare('SELECT lead, body_hash FROM leads WHERE key = ?');
  return ({ key, bodyHash }) => {
    const row = byKey.get(hashKey(key));
    if (row === undefined) return undefined;
    return { lead: String(row.lead), hasSameBody: row.body_hash === hashBody(key, bodyHash) };
  };
}

type RequestIdentity = Parameters<LeadIntake['findRequest']>[0];
