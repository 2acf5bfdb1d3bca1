import type { ProxyConfig } from '../config/schema.ts';
import type { Confirmations } from './check-rest.ts';
import { type DoctorFetch, probe } from './probe.ts';
import type { DoctorCheck } from './report.ts';

/** The host of session initialization (webchat session initialization), by a body without the required phone: it is refused, so no session is made. */
export async function checkSessionHost(
  config: ProxyConfig,
  fetch: DoctorFetch,
): Promise<{ check: DoctorCheck; confirmations: Confirmations }> {
  const { hooksUrl, apiKey } = config.service;
  const { keyForSessions } = config.assumptions;
  const request = { method: 'POST', url: `${hooksUrl}/webchat/session`, body: { record: {} } } as const;
  const probed = await probe(fetch, { ...request, ...(keyForSessions ? { apiKey } : {}) });
  const name = 'session host';
  const failed = (detail: string, advice: string) =>
    ({ check: { name, state: 'failed', detail, advice }, confirmations: {} }) as const;
  const addressAdvice = 'Check service.hooksUrl (LEADCHAT_HOOKS_URL): the host of session initialization.';
  if (probed.kind === 'unreachable') return failed(`${hooksUrl}: ${probed.reason}`, addressAdvice);
  const { status, isErrorBody } = probed;
  if (status === 401 || status === 403) {
    const refused = failed(
      `${hooksUrl} asks for a key (${status})`,
      keyForSessions ? 'It does not accept this one.' : 'Set assumptions.keyForSessions to true.',
    );
    const finding = { state: 'not confirmed', detail: `answered ${status}` } as const;
    return { ...refused, confirmations: { keyForSessions: finding } };
  }
  if (status >= 500) return failed(`${hooksUrl} answers ${status}`, 'The service has a problem; try again later.');
  if (status < 400 || status === 404 || !isErrorBody) {
    return failed(`${hooksUrl} answers ${status} to a session without a phone`, addressAdvice);
  }
  return {
    check: { name, state: 'ok', detail: `${hooksUrl} answers; a session without a phone is refused with ${status}` },
    confirmations: keyForSessions ? {} : { keyForSessions: { state: 'confirmed', detail: `answered ${status}` } },
  };
}
