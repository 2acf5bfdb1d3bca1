import * as z from 'zod/mini';
import { callColumns, readCallRow } from '../call-row.ts';
import type { LeadAdmin } from '../lead-admin.ts';
import { readShownLead, shownLeadColumns } from '../lead-row.ts';
import type { StoreContext } from '../store-context.ts';
import { readWebhookRow, webhookColumns } from '../webhook-row.ts';

const enrolmentRow = z.object({ journey: z.string(), lead: z.string(), at: z.number() });

/** Reads everything about a phone. */
export function createPhoneRecords({ dashboard, phoneHasher }: StoreContext): LeadAdmin['phoneRecords'] {
  const isTheirs = 'phone = $1 OR phone_hash = $2';
  const ofPhone = `lead IN (SELECT lead FROM leads WHERE ${isTheirs})`;
  return (phone) =>
    // A lead could be erased between two separate reads.
    dashboard.snapshot(async (tx) => {
      const values = [phone, phoneHasher.hash(phone)];
      const leads = await tx.all(
        `SELECT ${shownLeadColumns(dashboard.dialect)} FROM leads WHERE ${isTheirs} ORDER BY seq`,
        values,
      );
      const calls = await tx.all(
        `SELECT ${callColumns}, ip, country FROM calls WHERE phone = $1 OR ${ofPhone} ORDER BY requested_at`,
        values,
      );
      const enrolments = await tx.all('SELECT journey, lead, at FROM enrolments WHERE phone = $1 ORDER BY at', [phone]);
      const webhooks = await tx.all(
        `SELECT ${webhookColumns} FROM webhooks AS w JOIN leads AS l ON l.lead = w.lead
         WHERE ${isTheirs} ORDER BY w.seq`,
        values,
      );
      return {
        leads: leads.map(readShownLead),
        calls: calls.map((row) => ({ ...readCallRow(row), ip: String(row.ip), country: String(row.country) })),
        enrolments: enrolments.map((row) => enrolmentRow.parse(row)),
        webhooks: webhooks.map(readWebhookRow),
      };
    });
}
