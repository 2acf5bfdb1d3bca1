import * as z from 'zod/mini';
import { auditActions, operatorRoles } from '../../protocol/admin/operator.ts';
import { conditions } from './queries/conditions.ts';
import type { Row, SqlType } from './sql.ts';
import type { StoreContext } from './store-context.ts';

/** What an operator has done, and when. `lead`: its id; nothing else about a visitor is kept here. */
export type NewAuditRecord = Pick<AuditRecord, 'at' | 'by' | 'role' | 'action'> & {
  lead?: string | undefined;
  /** To what, if it is no lead: a receiver of webhooks and what of it has changed. */
  detail?: string | undefined;
};

const auditRow = z.object({
  seq: z.number(),
  at: z.number(),
  author: z.string(),
  role: z.enum(operatorRoles),
  action: z.enum(auditActions),
  lead: z.nullable(z.string()),
  detail: z.nullable(z.string()),
});
export type AuditRecord = Omit<z.output<typeof auditRow>, 'seq' | 'author' | 'lead' | 'detail'> & {
  id: number;
  by: string;
  lead: string | undefined;
  detail?: string;
};

export type AuditQuery = { limit: number; before?: number | undefined; lead?: string | undefined };

const columns = {
  at: 'integer',
  author: 'text',
  role: 'text',
  action: 'text',
  lead: 'text',
  detail: 'text',
} as const satisfies Record<string, SqlType>;

export type AuditLog = ReturnType<typeof createAuditLog>;

/** Who has done what. The sweep deletes it with the leads. */
export function createAuditLog({ database, dashboard }: StoreContext) {
  const insert = database.dialect.insertRows('audit', columns, '');
  return {
    async recordAudit(records: readonly NewAuditRecord[]): Promise<void> {
      await database.each(
        insert,
        records.map(({ at, by, role, action, lead, detail }) => [at, by, role, action, lead, detail]),
      );
    },
    /** The newest first. What a newer leadchat has recorded, and this one does not know, is left out. */
    async listAudit({ limit, before, lead }: AuditQuery): Promise<AuditRecord[]> {
      const { where, values } = conditions([
        [(parameter) => `seq < ${parameter}`, before],
        [(parameter) => `lead = ${parameter}`, lead],
      ]);
      const rows = await dashboard.all(
        `SELECT ${auditColumns} FROM audit ${where} ORDER BY seq DESC LIMIT $${values.length + 1}`,
        [...values, limit],
      );
      return readAuditRows(rows);
    },
  };
}

export const auditColumns = 'seq, at, author, role, action, lead, detail';

export function readAuditRows(rows: readonly Row[]): AuditRecord[] {
  return rows.flatMap((row) => {
    const read = auditRow.safeParse({ ...row, seq: Number(row.seq), at: Number(row.at) });
    if (!read.success) return [];
    const { seq, author, lead, detail, ...record } = read.data;
    return [{ ...record, id: seq, by: author, lead: lead ?? undefined, ...(detail !== null && { detail }) }];
  });
}
