import type { LeadState } from '../../../protocol/proxy/lead-state.ts';
import type { CallChange } from '../../domain/call.ts';
import { isReadable, type Step, type StoredLead } from '../../domain/lead.ts';
import { changeLead } from '../../domain/lead-transitions.ts';
import { nextStep, stateOf } from '../../domain/steps.ts';
import { readShownLead, shownLeadColumns } from '../lead-row.ts';
import type { Sql, Transaction } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';
import { StoreError } from '../store-error.ts';
import { createBatcher } from './batch.ts';
import type { BlockLookup } from './block-list.ts';
import { withoutIndex } from './conditions.ts';
import { type BarrierChange, endBarrier, setBarrier } from './enrolments.ts';
import type { LeadChange, LeadWriter } from './lead-writer.ts';
import { type ClaimRequest, claimDue } from './leases.ts';

export type Claimed = {
  leads: StoredLead[];
  /** Due leads that cannot be read. The claim has parked them: they are held. */
  unreadable: string[];
  /** When the next lead that is not due yet becomes due. */
  nextAt?: number | undefined;
};

export type LeaseExtension = { owner: string; leads: readonly string[]; until: number };

/** The leases of `leads`, or all of the owner `except` those. */
export type LeaseRelease = { owner: string; nextAt: number } & (
  | { leads: readonly string[] }
  | { except: readonly string[] }
);

/** A committed point of a delivery: the lead as it is from now on. */
export type Checkpoint = BarrierChange & {
  lead: string;
  owner: string;
  now: number;
  /** The current steps, from which the lead's state is derived. A call that was requested meanwhile is added. */
  steps: readonly Step[];
  serviceLead?: string | undefined;
  /** Ends the lease, and makes the lead due at `nextAt`. Absent: the lease lasts until the last step is settled. */
  release?: { nextAt: number };
  /** A call to this number is placed after the commit. With `blocked` nothing was committed: the number is on the block list. */
  place?: string;
  /** Changes the row of a call in the same commit. */
  call?: (CallChange & { id: string }) | undefined;
};

/** `state`: of the lead after the commit. `isNews`: it was not the last state that was reported. */
export type CheckpointOutcome =
  | { outcome: 'committed'; state: LeadState; isNews: boolean }
  | { outcome: 'enrolled' | 'uncertain' | 'blocked' };

/**
 * `hasWebhooks`: whether webhooks are due. Undefined: nothing was committed, because the lease is lost, or another transaction has
 * locked the lead.
 */
type Committed = { state: LeadState; isNews: boolean; hasWebhooks: boolean } | undefined;

/**
 * The part of the store that delivery uses. A claimed lead belongs to its owner until the lease ends. Checkpoints of
 * others are refused with `lease-lost`.
 */
export function createDeliveryQueue(
  { database, notify }: StoreContext,
  { leads, blocks }: { leads: LeadWriter; blocks: BlockLookup },
) {
  const { dialect } = database;
  const { indexedBy, isIn, isUnlocked, forUpdate, skipLocked } = dialect;

  // A lead waits for the older leads of its phone, and for a claimed younger one: of two that are stored at the same
  // time, the younger may become visible first. Without statistics SQLite, too, would rather use the index by state, which is
  // quadratic in the number of waiting leads. The offset keeps Postgres from joining the whole table instead of looking up a
  // phone.
  const isDue = (state: string) => `
    ${state} = 'pending' AND next_at <= $1 AND NOT EXISTS (
      SELECT 1 FROM leads AS other${indexedBy('leads_phone')}
      WHERE other.phone = leads.phone AND ${withoutIndex('other.state')} = 'pending' AND other.seq <> leads.seq
        AND (other.seq < leads.seq OR (other.owner IS NOT NULL AND other.next_at > $1)) LIMIT 1 OFFSET 0)`;
  const dueLeads = `leads${indexedBy('leads_due')} WHERE ${isDue('state')} AND NOT (${isIn('lead', '$2')})`;
  const findDue = dialect.claim(
    (limit) => `SELECT seq, phone FROM ${dueLeads} ORDER BY next_at, seq LIMIT ${limit}`,
    '$3',
  );
  const look = `
    SELECT (SELECT 1 FROM ${dueLeads} LIMIT 1) AS due,
      (SELECT min(next_at) FROM leads${indexedBy('leads_due')} WHERE state = 'pending' AND next_at > $1) AS at`;
  // These leads, instead of all that are due.
  const claimThese = `
    UPDATE leads SET owner = $3, next_at = $4 WHERE ${isIn('seq', '$2')} AND ${isDue(withoutIndex('state'))}
    RETURNING ${shownLeadColumns(dialect)}, seq`;
  const ownedBy = (which: string) => `owner = $2 AND ${withoutIndex('state')} = 'pending' AND ${which}`;

  /** Holds leads that cannot be read. */
  const park = async (tx: Transaction, claimed: readonly StoredLead[], now: number) => {
    for (const lead of claimed) {
      if (isReadable(lead)) continue;
      const before = await leads.lock(tx, 'lead = $1', [lead.id]);
      const after = before === undefined ? undefined : changeLead(before, { type: 'parked' });
      if (before !== undefined && after !== undefined) await leads.write(tx, [{ before, after, now, owner: null }]);
    }
  };

  /** Once a number is blocked, no call to it begins to be placed: of this and the block, one comes after the other. */
  const isBlocked = async (tx: Transaction, { place: phone }: Checkpoint): Promise<boolean> => {
    if (phone === undefined) return false;
    await blocks.lock(tx);
    return (await blocks.find(tx, phone)) !== undefined;
  };

  const pointColumns = { lead: 'text', claimer: 'text', steps: 'text', service_lead: 'text', due: 'integer' } as const;
  const progressThese = (which: (lead: string) => string) =>
    dialect.updateRows('leads', pointColumns, (value) => ({
      set: `steps = ${value('steps')}, service_lead = coalesce(${value('service_lead')}, leads.service_lead),
        owner = CASE WHEN ${value('due')} IS NULL THEN leads.owner END, next_at = coalesce(${value('due')}, leads.next_at)`,
      where: `leads.lead = ${value('lead')} AND ${withoutIndex('leads.owner')} = ${value('claimer')}
        AND ${withoutIndex('leads.state')} = 'pending' AND ${which(value('lead'))}`,
    }));
  // Names both the lead and the point, so that it is asked for those that belong together, and not for all pairs.
  const progressUnlocked = progressThese((lead) => isUnlocked('leads', `unlocked.lead = ${lead}`));
  const progressAny = progressThese(() => 'TRUE');
  /** No webhook follows from a point in the middle, so the leads need not be read. */
  const progressAll = async (sql: Sql, points: readonly Checkpoint[], statement: string): Promise<Committed[]> => {
    const { rows } = await sql.each(
      `${statement} RETURNING leads.lead`,
      points.map(({ lead, owner, steps, serviceLead, release }) => [
        ...[lead, owner, JSON.stringify(ownSteps(steps)), serviceLead, release?.nextAt],
      ]),
    );
    const owned = new Set(rows.map(({ lead }) => lead));
    return points.map(({ lead }) =>
      owned.has(lead) ? { state: 'pending', isNews: false, hasWebhooks: false } : undefined,
    );
  };

  const settleAll = async (tx: Transaction, points: readonly Checkpoint[], how: string): Promise<Committed[]> => {
    const which = `${isIn('lead', '$1')} AND ${withoutIndex('state')} = 'pending' ORDER BY seq`;
    const found = await leads.lockAll(tx, which, [points.map(({ lead }) => lead)], how);
    const owned = new Map(found.map((before) => [`${before.lead.id} ${before.owner}`, before]));
    const changed: LeadChange[] = [];
    const states = points.map((point) => {
      const before = owned.get(`${point.lead} ${point.owner}`);
      const after = before && changeLead(before, { type: 'stepped', ...point });
      if (before === undefined || after === undefined) return undefined;
      const isSettled = stateOf(point.steps) !== 'pending';
      const nextAt = point.release?.nextAt ?? (isSettled ? point.now : before.lead.nextAt);
      changed.push({
        before,
        after: { ...after, lead: { ...after.lead, nextAt } },
        now: point.now,
        ...((isSettled || point.release !== undefined) && { owner: null }),
      });
      const { state } = after.lead;
      return { state, isNews: state !== 'pending' && state !== before.reported };
    });
    const hasWebhooks = await leads.write(tx, changed);
    return states.map((state) => state && { ...state, hasWebhooks });
  };

  /** A point in the middle of the lead's own steps. The others change a call or the state of the lead. */
  const isInTheMiddle = ({ steps, call, unenrol }: Checkpoint) =>
    nextStep(ownSteps(steps)) !== undefined && call === undefined && unenrol === undefined;

  // Deliveries that run at the same time share statements and commits: what comes while one is under way is in the next one. They
  // wait for no lead that others have locked: it would hold back all, and a statement about the same leads in another order
  // could wait for them in turn. Such a lead is committed alone.
  const limits = dialect.batch && { ...dialect.batch, parallel: 1 };
  const progress = createBatcher(
    (points: readonly Checkpoint[]) => progressAll(database, points, progressUnlocked),
    limits,
  );
  const settle = createBatcher(
    (points: readonly Checkpoint[]) => database.transaction((tx) => settleAll(tx, points, skipLocked)),
    limits,
  );
  const commitAlone = (point: Checkpoint, isMiddle: boolean) =>
    database.transaction(async (tx) => {
      if (await isBlocked(tx, point)) return 'blocked';
      const obstacle = await setBarrier(tx, point);
      if (obstacle !== undefined) return obstacle;
      const [committed] = isMiddle
        ? await progressAll(tx, [point], progressAny)
        : await settleAll(tx, [point], forUpdate);
      if (committed === undefined) throw leaseLost();
      await endBarrier(tx, point);
      return committed;
    });

  return {
    /** Due leads, oldest first, but only the oldest unsettled one of each phone. */
    async claim({ owner, now, leaseMs, limit, except = [] }: ClaimRequest): Promise<Claimed> {
      const { readable, ...others } = await claimDue(database, { sql: look, values: [now, except] }, async (tx) => {
        const due = await tx.all(findDue, [now, except, limit]);
        if (due.length === 0) return [];
        // Reads again: another proxy may have claimed a lead of a phone before this one had its lock.
        const locked = due.map(({ seq }) => Number(seq));
        const { rows } = await tx.run(claimThese, [now, locked, owner, now + leaseMs]);
        const claimed = rows.sort((a, b) => Number(a.seq) - Number(b.seq)).map(readShownLead);
        await park(tx, claimed, now);
        return claimed;
      });
      return { leads: readable, ...others };
    },
    /** Resolves only after the commit is durable. */
    async checkpoint(point: Checkpoint): Promise<CheckpointOutcome> {
      const isMiddle = isInTheMiddle(point);
      const isAlone = point.enrol !== undefined || point.unenrol !== undefined || point.place !== undefined;
      const shared = isAlone ? undefined : await (isMiddle ? progress(point) : settle(point));
      const committed = shared ?? (await commitAlone(point, isMiddle));
      if (typeof committed === 'string') return { outcome: committed };
      // Its runner looks for the next lead of the phone by itself.
      if (committed.hasWebhooks) notify();
      return { outcome: 'committed', state: committed.state, isNews: committed.isNews };
    },
    /** Extends the leases of these leads, as far as the owner still has them, and nobody is changing the lead at this moment. */
    async extend({ owner, leads, until }: LeaseExtension): Promise<void> {
      await database.run(
        `UPDATE leads${indexedBy('leads_owner')} SET next_at = $1
         WHERE ${ownedBy(isIn('lead', '$3'))} AND ${isUnlocked('leads')}`,
        [until, owner, leads],
      );
    },
    /** Ends leases before their time, as far as the owner still has them: the leads are due at `nextAt`. */
    async releaseLeases(leases: LeaseRelease): Promise<void> {
      const [which, leads] =
        'leads' in leases ? [isIn('lead', '$3'), leases.leads] : [`NOT (${isIn('lead', '$3')})`, leases.except];
      await database.run(
        `UPDATE leads${indexedBy('leads_owner')} SET owner = NULL, next_at = $1 WHERE ${ownedBy(which)}`,
        [leases.nextAt, leases.owner, leads],
      );
      notify();
    },
  };
}

/** The steps of the lead itself: its calls have rows of their own. */
function ownSteps(steps: readonly Step[]): Step[] {
  return steps.filter(({ step }) => step !== 'call');
}

function leaseLost(): StoreError {
  const message = '[store] another process has claimed the lead, or it was erased.';
  return new StoreError({ code: 'lease-lost', message });
}
