import { callColumns, readCallRow } from '../call-row.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { type PhoneRecords, readEnrolmentRow } from '../phone-records.ts';
import { readWebhookRow, webhookColumns } from '../webhook-row.ts';
import type { PostgresContext } from './context.ts';

/** Reads everything about a phone at one point in time. */
export function readPhoneRecords({ database, phoneHasher }: PostgresContext, phone: string): Promise<PhoneRecords> {
  const isTheirs = 'phone = $1 OR phone_hash = $2';
  const ofPhone = `lead IN (SELECT lead FROM leadchat.leads WHERE ${isTheirs})`;
  return database.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const all = async (sql: string, values = [phone, phoneHasher.hash(phone)]) => (await tx.query(sql, values)).rows;
    const leads = await all(`SELECT ${leadColumns} FROM leadchat.leads WHERE ${isTheirs} ORDER BY seq`);
    const calls = await all(
      `SELECT ${callColumns}, ip, country FROM leadchat.calls WHERE phone = $1 OR ${ofPhone} ORDER BY requested_at`,
    );
    const enrolments = await all('SELECT journey, lead, at FROM leadchat.enrolments WHERE phone = $1 ORDER BY at', [
      phone,
    ]);
    const webhooks = await all(
      `SELECT ${webhookColumns} FROM leadchat.webhooks AS w JOIN leadchat.leads AS l ON l.lead = w.lead
       WHERE ${isTheirs} ORDER BY w.seq`,
    );
    return {
      leads: leads.map(readLeadRow),
      calls: calls.map((row) => ({ ...readCallRow(row), ip: String(row.ip), country: String(row.country) })),
      enrolments: enrolments.map(readEnrolmentRow),
      webhooks: webhooks.map(readWebhookRow),
    };
  });
}
