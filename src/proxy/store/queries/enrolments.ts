import { barrierOf, barrierState, endedBarriers, enrolOnceMs, newBarriers } from '../../domain/barriers.ts';
import type { StoredLead } from '../../domain/lead.ts';
import { leadRows } from '../lead-row.ts';
import type { Transaction } from '../sql.ts';

/** What a checkpoint does to the barrier of an enrolment; see `domain/barriers.ts`. */
export type BarrierChange = {
  /**
   * Prevents a second enrolment: the checkpoint is refused with `enrolled` if another lead of this phone was enrolled
   * in this journey since `since`, and with `uncertain` if nobody knows whether it was.
   */
  enrol?: { phone: string; journey: string; since: number };
  /** Ends the barrier: this lead was certainly not enrolled. */
  unenrol?: { phone: string; journey: string };
};

type OfLead = { lead: string };

/** A build before stored the journey as its form writes it, in capitals too, and may do so during an upgrade. */
const ofPhoneAndJourney = 'phone = $1 AND lower(journey) = $2';

/** Sets the barrier of an enrolment. Resolves with why the lead may not be enrolled. */
export async function setBarrier(
  tx: Transaction,
  { lead, now, enrol: wanted }: OfLead & { now: number } & BarrierChange,
): Promise<'enrolled' | 'uncertain' | undefined> {
  if (wanted === undefined) return undefined;
  const { phone, since } = wanted;
  const journey = barrierOf(wanted.journey);
  const { count } = await tx.run(
    `INSERT INTO enrolments AS e (phone, journey, lead, at)
     VALUES ($1, coalesce((SELECT journey FROM enrolments WHERE ${ofPhoneAndJourney} ORDER BY at DESC LIMIT 1), $2), $3, $4)
     ON CONFLICT (phone, journey) DO UPDATE SET lead = excluded.lead, at = excluded.at
     WHERE e.lead = excluded.lead OR e.at <= $5`,
    [phone, journey, lead, now, since],
  );
  if (count > 0) return undefined;
  // The statement has locked the barrier, though it did not change it.
  const holder = await tx.get(
    `SELECT ${leadRows.columns.join(', ')} FROM leads
     WHERE lead = (SELECT lead FROM enrolments WHERE ${ofPhoneAndJourney} ORDER BY at DESC LIMIT 1)`,
    [phone, journey],
  );
  const state = holder === undefined ? 'free' : barrierState(leadRows.readMarked(holder), journey);
  if (state !== 'free') return state;
  await takeOver(tx, [phone, journey, lead, now]);
  return undefined;
}

/** `values`: the phone and the journey of the barrier, and from now on its lead and time. */
async function takeOver(tx: Transaction, values: [string, string, string, number]): Promise<void> {
  await tx.run(`UPDATE enrolments SET lead = $3, at = $4 WHERE ${ofPhoneAndJourney}`, values);
}

/** Ends the barrier, if it is the lead's. */
export async function endBarrier(tx: Transaction, { lead, unenrol: wanted }: OfLead & BarrierChange): Promise<void> {
  if (wanted === undefined) return;
  const values = [wanted.phone, barrierOf(wanted.journey), lead];
  await tx.run(`DELETE FROM enrolments WHERE ${ofPhoneAndJourney} AND lead = $3`, values);
}

/**
 * Ends and sets the barriers that follow from a change of a lead by others than its delivery. That of another lead stays if that
 * one is enrolled, or may be while this one only may be, too.
 */
export async function followBarriers(
  tx: Transaction,
  { before, after, now }: { before: StoredLead; after: StoredLead; now: number },
): Promise<void> {
  const lead = after.id;
  for (const journey of endedBarriers(before, after)) {
    await endBarrier(tx, { lead, unenrol: { phone: before.phone, journey } });
  }
  const { phone } = after;
  for (const { journey, isEnrolled } of newBarriers(before, after)) {
    const obstacle = await setBarrier(tx, { lead, now, enrol: { phone, journey, since: now - enrolOnceMs } });
    if (isEnrolled && obstacle === 'uncertain') await takeOver(tx, [phone, journey, lead, now]);
  }
}
