import type { ProxyConfig } from '../config/schema.ts';
import type { Confirmations } from './check-rest.ts';
import { type DoctorFetch, probe } from './probe.ts';
import { checkOf, type DoctorCheck } from './report.ts';

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
  const host = checkOf('session host');
  const failed = (detail: string, advice: string) => ({ check: host.failed(detail, advice), confirmations: {} });
  const addressAdvice = 'Check service.hooksUrl (LEADCHAT_HOOKS_URL): the host of session initialization.';
  if (result.kind === 'unreachable') return failed(`${hooksUrl}: ${result.reason}`, addressAdvice);
  const { status, isErrorBody } = result;
  const detail = `responded with ${status}`;
  if (status === 401 || status === 403) {
    const advice = keyForSessions ? 'The host does not accept this key.' : 'Set assumptions.keyForSessions to true.';
    const check = host.failed(`${hooksUrl} requires a key (${status})`, advice);
    return { check, confirmations: { keyForSessions: { state: 'not confirmed', detail } } };
  }
  if (status >= 500)
    return failed(`${hooksUrl} responds with ${status}`, 'The service has a problem. Try again later.');
  if (status < 400 || status === 404 || !isErrorBody) {
    return failed(`${hooksUrl} responds with ${status} to a session without a phone`, addressAdvice);
  }
  return {
    check: host.ok(`${hooksUrl} responds, and refuses a session without a phone with ${status}`),
    confirmations: keyForSessions ? {} : { keyForSessions: { state: 'confirmed', detail } },
  };
}
