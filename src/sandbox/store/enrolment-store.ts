import type { DatabaseSync } from 'node:sqlite';
import { type Fields, fieldsIn, textIn } from './row.ts';

/** One run of a journey; `record` is the lead's data as the journey runs with it (Send to Workflow; Update & Send to Workflow). */
export type Enrolment = { leadId: string; workflowId: string; record: Fields; at: string };

export type EnrolmentStore = ReturnType<typeof openEnrolmentStore>;

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
