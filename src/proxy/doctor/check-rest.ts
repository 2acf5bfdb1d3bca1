import type { ProxyConfig } from '../config/schema.ts';
import { type DoctorFetch, type ProbeResult, probe } from './probe.ts';
import { type AssumptionFinding, checkOf, type DoctorCheck } from './report.ts';

export type Confirmation = Pick<AssumptionFinding, 'state' | 'detail'>;

/** Findings about assumptions where the service API is silent. */
export type Confirmations = Partial<Record<AssumptionFinding['name'], Confirmation>>;

export type RestFindings = { checks: DoctorCheck[]; confirmations: Confirmations; keyAccepted: boolean };

/**
 * Checks the REST host and the API key with a Get Lead request for a lead that does not exist, which changes nothing. A
 * second request without a key shows whether the host checks keys at all.
 */
export async function checkRest(config: ProxyConfig, fetch: DoctorFetch, unknownId: string): Promise<RestFindings> {
  const { baseUrl, apiKey } = config.service;
  const url = `${baseUrl}/lead/get?lead_id=${unknownId}`;
  const withKey = await probe(fetch, { method: 'GET', url, apiKey });
  const address = describeAddress(withKey, baseUrl);
  if (withKey.kind === 'unreachable' || address.state === 'failed') {
    const key = checkOf('API key').skipped('needs a valid REST address');
    return { checks: [address, key], confirmations: {}, keyAccepted: false };
  }
  const withoutKey = await probe(fetch, { method: 'GET', url });
  const key = describeKey(withKey.status, withoutKey);
  if (key.state === 'failed') return { checks: [address, key], confirmations: {}, keyAccepted: false };
  const confirmations = {
    leadNotFoundStatuses: confirmStatus(withKey, config.assumptions.leadNotFoundStatuses),
    ...(await confirmParameters(config, fetch, unknownId)),
  };
  return { checks: [address, key], confirmations, keyAccepted: true };
}

function describeAddress(result: ProbeResult, baseUrl: string): DoctorCheck {
  const { ok, warning, failed } = checkOf('REST address');
  if (result.kind === 'unreachable') {
    return failed(`${baseUrl}: ${result.reason}`, 'Check service.baseUrl (LEADCHAT_BASE_URL) and the network.');
  }
  const { status, isErrorBody, location } = result;
  if (status >= 300 && status < 400) {
    const near = location === undefined ? '' : `, near ${location}`;
    const advice = `leadchat does not follow redirects. Use the target address${near}.`;
    return failed(`${baseUrl} redirects (${status})`, advice);
  }
  const detail = `${baseUrl} responds with ${status}`;
  if (status >= 500) return failed(detail, 'The service has a problem. Try again later.');
  if (status >= 400 && !isErrorBody && status !== 401 && status !== 403) {
    const advice = 'Check service.baseUrl (LEADCHAT_BASE_URL): it includes the version, such as https://host/v1.';
    return failed(`${detail}, but not in the format of the service`, advice);
  }
  return /\/v\d+$/.test(baseUrl)
    ? ok(`${baseUrl} responds`)
    : warning(
        `${detail}, but the address has no version`,
        'The base address usually ends in /v1 (service API, Addresses).',
      );
}

function describeKey(status: number, withoutKey: ProbeResult): DoctorCheck {
  const { ok, warning, failed } = checkOf('API key');
  if (status === 401) {
    const advice = 'Create one in the workspace under Settings, API Keys, and set LEADCHAT_API_KEY.';
    return failed('not accepted (401)', advice);
  }
  if (status === 403) {
    const advice = 'Use a key with permission to read and write leads.';
    return failed('accepted, but not allowed to read leads (403)', advice);
  }
  if (withoutKey.kind === 'response' && withoutKey.status === status) {
    const advice = 'Check service.baseUrl: this host responds the same with and without a key.';
    return warning(`not verifiable: the response without it is also ${status}`, advice);
  }
  return ok(`accepted: the response for an unknown lead is ${status}, not 401`);
}

function confirmStatus(result: ProbeResult, expected: readonly number[]): Confirmation {
  if (result.kind !== 'response') return { state: 'not checked' };
  const detail = `responded with ${result.status}`;
  return expected.includes(result.status) ? { state: 'confirmed', detail } : { state: 'not confirmed', detail };
}

/**
 * Checks the names of query parameters with a lead and a call that do not exist. A service that knows a parameter responds
 * differently with and without it. Equal responses are inconclusive.
 */
async function confirmParameters(config: ProxyConfig, fetch: DoctorFetch, unknownId: string): Promise<Confirmations> {
  const { service, assumptions } = config;
  const status = async (method: 'GET' | 'DELETE', path: string, query: Record<string, string>) => {
    const url = `${service.baseUrl}${path}?${new URLSearchParams(query)}`;
    const result = await probe(fetch, { method, url, apiKey: service.apiKey });
    return result.kind === 'response' ? result.status : undefined;
  };
  const names = assumptions.removeTagParameters;
  const tagQuery = { [names.leadId]: unknownId, [names.tag]: 'doctor' };
  const callQuery = { [assumptions.callDetailsParameter]: unknownId };
  return {
    removeTagParameters: compare(
      await status('DELETE', '/lead/tag', tagQuery),
      await status('DELETE', '/lead/tag', {}),
    ),
    callDetailsParameter: compare(await status('GET', '/calls/get', callQuery), await status('GET', '/calls/get', {})),
  };
}

function compare(withName: number | undefined, without: number | undefined): Confirmation {
  if (withName === undefined || without === undefined) return { state: 'not checked' };
  const detail = `responded with ${withName}, and with ${without} without it`;
  if (withName === without) return { state: 'not checked', detail: `${detail}, which is inconclusive` };
  return { state: 'confirmed', detail };
}

/**
 * Checks the journeys of all forms and their routes with Update & Send to Workflow, without phone and lead_id: by rule 1 nothing is
 * sent, and the response is 400. A service that checks the journey first responds to an unknown one with 404.
 */
export async function checkJourneys(config: ProxyConfig, fetch: DoctorFetch): Promise<DoctorCheck[]> {
  const ids = new Set(
    Object.values(config.forms).flatMap(({ journey, routes }) =>
      [journey, ...routes.map((route) => route.journey)].flatMap((named) => named?.id ?? []),
    ),
  );
  const { baseUrl, apiKey } = config.service;
  const url = `${baseUrl}/lead/sendtoworkflow`;
  const check = async (id: string): Promise<DoctorCheck> => {
    const { failed, notVerified } = checkOf(`journey ${id}`);
    const result = await probe(fetch, { method: 'PATCH', url, apiKey, body: { workflow_id: id, record: {} } });
    if (result.kind === 'response' && result.status === 404) {
      const advice = 'Take the Journey ID from the workspace address, after /journey/. The Flow ID is a different ID.';
      return failed('not found', advice);
    }
    return notVerified('a valid UUID; only an enrolment can show that it exists');
  };
  return Promise.all([...ids].map(check));
}
