import type { ProxyConfig } from '../config/schema.ts';
import type { Confirmations } from './check-rest.ts';
import { type DoctorFetch, probe } from './probe.ts';
import type { DoctorCheck } from './report.ts';

/**
 * Checks the host of webchat session initialization with a body without the required phone. The host refuses it, so no
 * session is created.
 */
export async function checkSessionHost(
  config: ProxyConfig,
  fetch: DoctorFetch,
): Promise<{ check: DoctorCheck; confirmations: Confirmations }> {
  const { hooksUrl, apiKey } = config.service;
  const { keyForSessions } = config.assumptions;
  const request = { method: 'POST', url: `${hooksUrl}/webchat/session`, body: { record: {} } } as const;
  const result = await probe(fetch, { ...request, ...(keyForSessions ? { apiKey } : {}) });
  const name = 'session host';
  const failed = (detail: string, advice: string) =>
    ({ check: { name, state: 'failed', detail, advice }, confirmations: {} }) as const;
  const addressAdvice = 'Check service.hooksUrl (LEADCHAT_HOOKS_URL): the host of session initialization.';
  if (result.kind === 'unreachable') return failed(`${hooksUrl}: ${result.reason}`, addressAdvice);
  const { status, isErrorBody } = result;
  if (status === 401 || status === 403) {
    const refused = failed(
      `${hooksUrl} requires a key (${status})`,
      keyForSessions ? 'The host does not accept this key.' : 'Set assumptions.keyForSessions to true.',
    );
    const finding = { state: 'not confirmed', detail: `responded with ${status}` } as const;
    return { ...refused, confirmations: { keyForSessions: finding } };
  }
  if (status >= 500)
    return failed(`${hooksUrl} responds with ${status}`, 'The service has a problem. Try again later.');
  if (status < 400 || status === 404 || !isErrorBody) {
    return failed(`${hooksUrl} responds with ${status} to a session without a phone`, addressAdvice);
  }
  return {
    check: { name, state: 'ok', detail: `${hooksUrl} responds, and refuses a session without a phone with ${status}` },
    confirmations: keyForSessions ? {} : { keyForSessions: { state: 'confirmed', detail: `responded with ${status}` } },
  };
}
