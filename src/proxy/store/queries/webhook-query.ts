import type { WebhookState } from '../../../protocol/admin/webhooks.ts';

/** Which webhooks to list. */
export type WebhookQuery = {
  /** Only this one. */
  webhook?: string | undefined;
  /** Only those about this lead. */
  lead?: string | undefined;
  state?: WebhookState | undefined;
  /** Only webhooks before this one of an earlier page. */
  before?: string | undefined;
  /** At most 200. @default 50 */
  limit?: number | undefined;
};
