import { type ProxyErrorBody, proxyErrorBody } from '../../protocol/index.ts';
import type { SendResult } from './lead-gateway.ts';
import type { Answer } from './send-request.ts';

/** The proxy's own words on what went wrong; undefined when it did not say them. */
export function readError(body: unknown): ProxyErrorBody | undefined {
  return proxyErrorBody.safeParse(body).data;
}

/** What a failure means for a lead: whether another attempt can help. */
export function failureOf(answer: Answer | undefined): SendResult {
  if (answer === undefined) return { status: 'failed' };
  const { status, retryAfterMs } = answer;
  const ours = readError(answer.body);
  if (!isPermanent(status, ours !== undefined)) {
    return retryAfterMs === undefined ? { status: 'failed' } : { status: 'failed', retryAfterMs };
  }
  return {
    status: 'refused',
    code: ours?.code ?? 'refused',
    message: ours?.message ?? `HTTP ${status}`,
    issues: ours?.issues ?? [],
  };
}

/**
 * The request itself is at fault. Other 4xx count only in our proxy's own words: something in between, a login page or
 * a half-made deployment, must not cost a lead.
 */
function isPermanent(status: number, isOurs: boolean): boolean {
  if (status === 400 || status === 413 || status === 415 || status === 422) return true;
  return isOurs && status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
}
