export type WebhookRequest = { url: string; headers: Record<string, string>; body: string };

export type WebhookResponse = {
  status: number;
  /** The header `Retry-After`, in milliseconds from now. */
  retryAfterMs?: number;
};

/**
 * Sends one request and resolves with the status of its response. Follows no redirect, and connects to no private
 * address unless the configuration allows it. Without a response it rejects with a WebhookError, or with an error whose
 * `code` says why.
 */
export type PostWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<WebhookResponse>;

/** A webhook that was not sent. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** The receiver's name resolves to an address that is not public. */
  readonly code = 'private-address';

  constructor() {
    super('[webhooks] the receiver has a private address; set allowPrivateWebhooks to allow it.');
  }
}
