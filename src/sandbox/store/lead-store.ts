import type { DatabaseSync } from 'node:sqlite';
import { type Fields, fieldsIn, textIn, textsIn } from './columns.ts';

/** A lead on file. `fields` has the names, email, company and custom fields. */
export type StoredLead = {
  leadId: string;
  phone: string;
  fields: Fields;
  tags: string[];
  timezone: string;
  createdAt: string;
  updatedAt: string;
};

export type LeadStore = ReturnType<typeof openLeadStore>;

/** One enrolment in a journey. `record` is the data that the journey runs with. */
export type Enrolment = { leadId: string; workflowId: string; record: Fields; at: string };

export type EnrolmentStore = ReturnType<typeof openEnrolmentStore>;

export function openLeadStore(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO leads (lead_id, phone, fields, tags, timezone, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const update = database.prepare(
    'UPDATE leads SET phone = ?, fields = ?, tags = ?, timezone = ?, updated_at = ? WHERE lead_id = ?',
  );
  const byId = database.prepare('SELECT * FROM leads WHERE lead_id = ?');
  const byPhone = database.prepare('SELECT * FROM leads WHERE phone = ?');
  const all = database.prepare('SELECT * FROM leads ORDER BY seq');
  return {
    add({ leadId, phone, fields, tags, timezone, createdAt, updatedAt }: StoredLead): void {
      insert.run(leadId, phone, JSON.stringify(fields), JSON.stringify(tags), timezone, createdAt, updatedAt);
    },
    save({ leadId, phone, fields, tags, timezone, updatedAt }: StoredLead): void {
      update.run(phone, JSON.stringify(fields), JSON.stringify(tags), timezone, updatedAt, leadId);
    },
    byId: (leadId: string) => read(byId.get(leadId)),
    byPhone: (phone: string) => read(byPhone.get(phone)),
    all: () => all.all().map(readLead),
  };
}

export function openEnrolmentStore(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO enrolments (lead_id, workflow_id, record, at) VALUES (?, ?, ?, ?)');
  const all = database.prepare('SELECT * FROM enrolments ORDER BY seq');
  return {
    add({ leadId, workflowId, record, at }: Enrolment): void {
      insert.run(leadId, workflowId, JSON.stringify(record), at);
    },
    all: (): Enrolment[] =>
      all.all().map((row) => ({
        leadId: textIn(row, 'lead_id'),
        workflowId: textIn(row, 'workflow_id'),
        record: fieldsIn(row, 'record'),
        at: textIn(row, 'at'),
      })),
  };
}

function read(row: Record<string, unknown> | undefined): StoredLead | undefined {
  return row === undefined ? undefined : readLead(row);
}

function readLead(row: Record<string, unknown>): StoredLead {
  return {
    leadId: textIn(row, 'lead_id'),
    phone: textIn(row, 'phone'),
    fields: fieldsIn(row, 'fields'),
    tags: textsIn(row, 'tags'),
    timezone: textIn(row, 'timezone'),
    createdAt: textIn(row, 'created_at'),
    updatedAt: textIn(row, 'updated_at'),
  };
}
