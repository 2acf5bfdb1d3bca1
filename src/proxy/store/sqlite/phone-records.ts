import { callColumns, readCallRow } from '../call-row.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { type PhoneRecords, readEnrolmentRow } from '../phone-records.ts';
import { readWebhookRow, webhookColumns } from '../webhook-row.ts';
import type { SqliteContext } from './open-database.ts';
import { sqliteError } from './sqlite-error.ts';

/** Reads everything about a phone at one point in time. */
export async function readPhoneRecords(
  { db, write, phoneHasher }: SqliteContext,
  phone: string,
): Promise<PhoneRecords> {
  const isTheirs = 'phone = $phone OR phone_hash = $hash';
  const ofPhone = `lead IN (SELECT lead FROM leads WHERE ${isTheirs})`;
  const all = (sql: string, names: Record<string, string | null> = { phone, hash: phoneHasher.hash(phone) }) =>
    db.prepare(sql).all(names);
  try {
    // One transaction: a lead could be erased between two separate reads.
    return await write(() => ({
      leads: all(`SELECT ${leadColumns} FROM leads WHERE ${isTheirs} ORDER BY seq`).map(readLeadRow),
      calls: all(
        `SELECT ${callColumns}, ip, country FROM calls WHERE phone = $phone OR ${ofPhone} ORDER BY requested_at`,
      ).map((row) => ({ ...readCallRow(row), ip: String(row.ip), country: String(row.country) })),
      enrolments: all('SELECT journey, lead, at FROM enrolments WHERE phone = $phone ORDER BY at', { phone }).map(
        readEnrolmentRow,
      ),
      webhooks: all(
        `SELECT ${webhookColumns} FROM webhooks AS w JOIN leads AS l ON l.lead = w.lead
         WHERE ${isTheirs} ORDER BY w.seq`,
      ).map(readWebhookRow),
    }));
  } catch (error) {
    throw sqliteError(error);
  }
}
