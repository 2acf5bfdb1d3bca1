import * as z from 'zod/mini';
import { auditActions, operatorRoles } from '../../../protocol/admin/operator.ts';
import { describeRows } from '../rows.ts';
import type { StoreContext } from '../store-context.ts';
import { conditions } from './conditions.ts';

/** What an operator has done, and when. `lead`: its id; nothing else about a visitor is kept here. */
const auditRecord = z.object({
  id: z.number(),
  at: z.number(),
  by: z.string(),
  role: z.enum(operatorRoles),
  action: z.enum(auditActions),
  lead: z.optional(z.string()),
  /** To what, if it is no lead: a receiver of webhooks and what of it has changed. */
  detail: z.optional(z.string()),
});
export type AuditRecord = z.output<typeof auditRecord>;
export type NewAuditRecord = Omit<AuditRecord, 'id'>;

/** The rows of `audit`. */
export const auditRows = describeRows(auditRecord, { names: { id: 'seq', by: 'author' } });

export type AuditQuery = { limit: number; before?: number | undefined; lead?: string | undefined };

/** Who has done what. The sweep deletes it with the leads. */
export function createAuditLog({ database, dashboard }: StoreContext) {
  const columns = auditRows.columns.filter((column) => column !== 'seq');
  const insert = database.dialect.insertRows('audit', auditRows.typesOf(columns), '');
  return {
    async recordAudit(records: readonly NewAuditRecord[]): Promise<void> {
      await database.each(
        insert,
        records.map((record) => {
          const { seq: _, ...values } = auditRows.write(record);
          return Object.values(values);
        }),
      );
    },
    /** The newest first. What a newer leadchat has recorded, and this one does not know, is left out. */
    async listAudit({ limit, before, lead }: AuditQuery): Promise<AuditRecord[]> {
      const { where, values } = conditions([
        [(parameter) => `seq < ${parameter}`, before],
        [(parameter) => `lead = ${parameter}`, lead],
      ]);
      const rows = await dashboard.all(
        `SELECT ${auditRows.list} FROM audit ${where} ORDER BY seq DESC LIMIT $${values.length + 1}`,
        [...values, limit],
      );
      return auditRows.readKnown(rows);
    },
  };
}
