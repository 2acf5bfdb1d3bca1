import * as z from 'zod/mini';
import type { StoredCall } from '../../domain/call.ts';
import type { StoredLead } from '../../domain/lead.ts';
import { callColumns, readCall } from '../call-rows.ts';
import { readShownLead, shownLeadColumns } from '../lead-row.ts';
import type { StoreContext } from '../store-context.ts';
import { readWebhook, type StoredWebhook, webhookColumns } from '../webhook-rows.ts';
import { type AuditRecord, auditRows } from './audit-log.ts';
import type { Block, BlockLookup } from './block-list.ts';
import { type Note, noteRows } from './notes.ts';
import { ratingRows, type StoredRating } from './ratings.ts';

/** How many leads a command erased, and when; nothing about the person. */
export type Erasure = { at: number; leads: number };

/** Everything that is stored about the person with a phone, each kind in the order in which it was stored. */
export type PhoneRecords = {
  leads: StoredLead[];
  /** `ip`: the address that requested the call, or its network. */
  calls: (StoredCall & { ip: string; country: string })[];
  enrolments: { journey: string; lead: string; at: number }[];
  webhooks: StoredWebhook[];
  /** How they found their chats. Absent if they have not said. */
  ratings?: StoredRating[];
  /** What operators have written about them. Absent if that is nothing. */
  notes?: (Note & { lead: string })[];
  /** What operators have done with their leads. Absent if that is nothing. */
  audit?: AuditRecord[];
  /** Stays when the person is erased. */
  block?: Block | undefined;
};

const enrolmentRow = z.object({ journey: z.string(), lead: z.string(), at: z.number() });

/** What the store has about a person: everything is found, and deleted. */
export function createPersonalData({ database, dashboard, phoneHasher, emptyLog }: StoreContext, blocks: BlockLookup) {
  const { isIn, forUpdate } = database.dialect;
  const isTheirs = 'phone = $1 OR phone_hash = $2';
  const ofPhone = `lead IN (SELECT lead FROM leads WHERE ${isTheirs})`;
  return {
    /**
     * Deletes leads, or all leads of a phone, scrubbed ones too, from every table in one transaction. Resolves with the
     * number of leads.
     */
    async erase(target: { leads: readonly string[] } | { phone: string }): Promise<number> {
      const [which, values] =
        'leads' in target
          ? [isIn('lead', '$1'), [target.leads]]
          : [isTheirs, [target.phone, phoneHasher.hash(target.phone)]];
      const erased = await database.transaction(async (tx) => {
        // Locks the leads before their calls and enrolments, like every transaction that adds to a lead. Otherwise a
        // call that is requested meanwhile would remain, or two transactions could deadlock.
        const found = await tx.all(`SELECT lead, phone FROM leads WHERE ${which} ORDER BY seq${forUpdate}`, values);
        const leads = found.map(({ lead }) => String(lead));
        const phones = found.map(({ phone }) => String(phone));
        await tx.run(`DELETE FROM enrolments WHERE ${isIn('phone', '$1')} AND ${isIn('lead', '$2')}`, [phones, leads]);
        for (const table of ['calls', 'webhooks', 'ratings', 'notes', 'leads']) {
          await tx.run(`DELETE FROM ${table} WHERE ${isIn('lead', '$1')}`, [leads]);
        }
        // Also those without a lead, which an export finds, too.
        for (const table of 'phone' in target ? ['calls', 'enrolments'] : []) {
          await tx.run(`DELETE FROM ${table} WHERE phone = $1`, ['phone' in target ? target.phone : '']);
        }
        return found.length;
      });
      await emptyLog();
      return erased;
    },
    emptyLog,
    /** Keeps that a command erased leads, for the log of the proxies. */
    async recordErasure({ at, leads }: Erasure): Promise<void> {
      await database.run('INSERT INTO erasures (at, leads) VALUES ($1, $2)', [at, leads]);
    },
    /** The recorded erasures, oldest first. Each is returned once, to one of the proxies. */
    async takeErasures(): Promise<Erasure[]> {
      const { rows } = await database.run('DELETE FROM erasures RETURNING at, leads');
      return rows
        .map(({ at, leads }) => ({ at: Number(at), leads: Number(leads) }))
        .sort((first, second) => first.at - second.at);
    },
    /** Everything about the person with this phone, E.164 digits. */
    phoneRecords: (phone: string): Promise<PhoneRecords> =>
      // A lead could be erased between two separate reads.
      dashboard.snapshot(async (tx) => {
        const values = [phone, phoneHasher.hash(phone)];
        const leads = await tx.all(
          `SELECT ${shownLeadColumns(dashboard.dialect)} FROM leads WHERE ${isTheirs} ORDER BY seq`,
          values,
        );
        const calls = await tx.all(
          `SELECT ${callColumns.join(', ')}, ip, country FROM calls WHERE phone = $1 OR ${ofPhone} ORDER BY requested_at`,
          values,
        );
        const enrolments = await tx.all('SELECT journey, lead, at FROM enrolments WHERE phone = $1 ORDER BY at', [
          phone,
        ]);
        const webhooks = await tx.all(
          `SELECT ${webhookColumns} FROM webhooks AS w JOIN leads AS l ON l.lead = w.lead
           WHERE ${isTheirs} ORDER BY w.seq`,
          values,
        );
        const audit = await tx.all(`SELECT ${auditRows.list} FROM audit WHERE ${ofPhone} ORDER BY seq`, values);
        const ratings = await tx.all(`SELECT ${ratingRows.list} FROM ratings WHERE ${ofPhone} ORDER BY at`, values);
        const notes = await tx.all(`SELECT ${noteRows.list}, lead FROM notes WHERE ${ofPhone} ORDER BY seq`, values);
        return {
          leads: leads.map(readShownLead),
          calls: calls.map((row) => ({ ...readCall(row), ip: String(row.ip), country: String(row.country) })),
          enrolments: enrolments.map((row) => enrolmentRow.parse(row)),
          webhooks: webhooks.map(readWebhook),
          ...(ratings.length > 0 && { ratings: ratings.map(ratingRows.read) }),
          ...(notes.length > 0 && { notes: notes.map((row) => ({ ...noteRows.read(row), lead: String(row.lead) })) }),
          ...(audit.length > 0 && { audit: auditRows.readKnown(audit) }),
          block: await blocks.find(tx, phone),
        };
      }),
  };
}
