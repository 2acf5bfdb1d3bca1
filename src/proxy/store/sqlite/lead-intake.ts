import type { LeadState } from '../../../protocol/index.ts';
import { proxySession } from '../../../protocol/index.ts';
import type { Acceptance, LeadIntake } from '../lead-intake.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { callStep, firstSteps } from '../steps.ts';
import type { CallWriter } from './call-log.ts';
import type { SqliteContext } from './open-database.ts';
import { sqliteError } from './sqlite-error.ts';

export type IntakeDeps = {
  calls: CallWriter;
  /** Rejects when there is no room for more leads. */
  ensureCapacity(): void;
};

export function createLeadIntake(context: SqliteContext, parts: IntakeDeps): Omit<LeadIntake, 'close'> {
  const { db, write, notify, now, newId } = context;
  const insert = db.prepare(
    `INSERT INTO leads (lead, key, body_hash, form, phone, record, plan, state, held, steps, accepted_at, next_at, request_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
  );
  const setSteps = db.prepare('UPDATE leads SET steps = ? WHERE lead = ?');
  const byKey = db.prepare('SELECT lead, body_hash FROM leads WHERE key = ?');
  const byId = db.prepare(`SELECT ${leadColumns} FROM leads WHERE lead = ?`);
  const keep = db.prepare('UPDATE leads SET session = ? WHERE lead = ? AND session IS NULL');
  const kept = db.prepare('SELECT session FROM leads WHERE lead = ?');
  const touch = db.prepare(
    'INSERT INTO health (id, checked_at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at',
  );
  const count = db.prepare('SELECT state, count(*) AS n FROM leads GROUP BY state');

  return {
    async accept(lead) {
      parts.ensureCapacity();
      const id = newId();
      const steps = firstSteps(lead);
      const acceptance = await write((): Acceptance => {
        const columns = [lead.key, lead.bodyHash, lead.form, lead.phone, JSON.stringify(lead.record)];
        const state = lead.held === undefined ? 'pending' : 'held';
        const rest = [
          state,
          lead.held ?? null,
          JSON.stringify(steps),
          lead.acceptedAt,
          lead.acceptedAt,
          lead.requestId ?? null,
        ];
        const { changes } = insert.run(id, ...columns, JSON.stringify(lead.plan), ...rest);
        if (changes === 0) {
          const known = byKey.get(lead.key);
          return known?.body_hash === lead.bodyHash
            ? { outcome: 'repeated', lead: String(known.lead) }
            : { outcome: 'key-reused' };
        }
        if (lead.callback === undefined) return { outcome: 'stored', lead: id };
        // Nobody is rung for a lead that is held back.
        if (lead.held !== undefined) return { outcome: 'stored', lead: id, call: { outcome: 'no-lead' } };
        const call = parts.calls.add(newId(), id, lead.phone, lead.callback);
        if (call.outcome === 'accepted') setSteps.run(JSON.stringify([...steps, callStep(call.call)]), id);
        return { outcome: 'stored', lead: id, call };
      });
      if (acceptance.outcome === 'stored') notify();
      return acceptance;
    },
    async keepSession(lead, session) {
      const text = await write(() => {
        keep.run(JSON.stringify(session), lead);
        return kept.get(lead)?.session;
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
      await write(() => touch.run(now()));
    },
    async counts() {
      try {
        const counts: Record<LeadState, number> = { pending: 0, delivered: 0, unknown: 0, held: 0, dead: 0 };
        return Object.assign(counts, Object.fromEntries(count.all().map(({ state, n }) => [state, n])));
      } catch (error) {
        throw sqliteError(error);
      }
    },
  };
}
