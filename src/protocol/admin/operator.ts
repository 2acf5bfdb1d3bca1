import * as z from 'zod/mini';

/** What an operator may do, each role with what the ones before it may: read, look after leads and calls, own the proxy. */
export const operatorRoles = ['viewer', 'agent', 'owner'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Who uses the dashboard. `name`: absent with the admin token, which says nobody's name. */
export const adminOperator = z.object({ name: z.optional(z.string()), role: z.enum(operatorRoles) });
export type AdminOperator = z.infer<typeof adminOperator>;

/** What is recorded about an operator. */
export const auditActions = [
  'lead-opened',
  'lead-corrected',
  'lead-replayed',
  'lead-released',
  'lead-resolved',
  'lead-closed',
  'lead-erased',
  'note-added',
  'phone-erased',
  'leads-exported',
  'call-ended',
  'call-planned',
  'call-moved',
  'webhooks-replayed',
  'webhooks-dismissed',
  'webhook-tested',
  'number-blocked',
  'number-unblocked',
  'settings-saved',
  'settings-restored',
  'receiver-added',
  'receiver-changed',
  'receiver-removed',
  'receivers-sealed',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Something that an operator has done. It has no personal data of a visitor. */
export const auditEntry = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** The operator's name; with the admin token the name that was entered, or the address of the request. */
  by: z.string(),
  role: z.enum(operatorRoles),
  action: z.enum(auditActions),
  /** The lead's id. */
  lead: z.optional(z.string()),
  /** To what it was done, if that is no lead: the name of a receiver of messages, and what of it has changed. Never a secret. */
  detail: z.optional(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** `GET /admin/api/audit`: the newest first. With `next` there may be more: send it as `before`. */
export const adminAudit = z.object({ entries: z.array(auditEntry), next: z.optional(z.string()) });
