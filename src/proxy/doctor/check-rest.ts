import type { ProxyConfig } from '../config/schema.ts';
import { type DoctorFetch, type Probed, probe } from './probe.ts';
import type { AssumptionFinding, DoctorCheck } from './report.ts';

export type Confirmation = Pick<AssumptionFinding, 'state' | 'detail'>;

/** Findings of the probes on what the service API leaves open. */
export type Confirmations = Partial<Record<AssumptionFinding['name'], Confirmation>>;

export type RestFindings = { checks: DoctorCheck[]; confirmations: Confirmations; keyAccepted: boolean };

/**
 * The REST host and the key, by a look-up of a lead that does not exist (Get Lead): it changes nothing. The look-up without
 * a key tells a key that is accepted from a host that answers everybody alike.
 */
export async function checkRest(config: ProxyConfig, fetch: DoctorFetch, unknownId: string): Promise<RestFindings> {
  const { baseUrl, apiKey } = config.service;
  const url = `${baseUrl}/lead/get?lead_id=${unknownId}`;
  const withKey = await probe(fetch, { method: 'GET', url, apiKey });
  const address = describeAddress(withKey, baseUrl);
  if (withKey.kind === 'unreachable' || address.state === 'failed') {
    const key: DoctorCheck = { name: 'API key', state: 'skipped', detail: 'the REST address has to be right first' };
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

function describeAddress(probed: Probed, baseUrl: string): DoctorCheck {
  const name = 'REST address';
  if (probed.kind === 'unreachable') {
    const advice = 'Check service.baseUrl (LEADCHAT_BASE_URL) and the network.';
    return { name, state: 'failed', detail: `${baseUrl}: ${probed.reason}`, advice };
  }
  const { status, isErrorBody, location } = probed;
  if (status >= 300 && status < 400) {
    const advice = `Redirects are not followed; give the address itself${location === undefined ? '' : `, near ${location}`}.`;
    return { name, state: 'failed', detail: `${baseUrl} redirects (${status})`, advice };
  }
  if (status >= 500) {
    const advice = 'The service has a problem of its own; try again later.';
    return { name, state: 'failed', detail: `${baseUrl} answers ${status}`, advice };
  }
  if (status >= 400 && !isErrorBody && status !== 401 && status !== 403) {
    const advice = 'Check service.baseUrl (LEADCHAT_BASE_URL): it holds the version, such as https://host/v1.';
    return { name, state: 'failed', detail: `${baseUrl} answers ${status}, but not as the service does`, advice };
  }
  if (!/\/v\d+$/.test(baseUrl)) {
    const advice = 'The base address usually ends in /v1 (docs/service-api.md, Addresses).';
    return { name, state: 'warning', detail: `${baseUrl} answers ${status}, without a version in it`, advice };
  }
  return { name, state: 'ok', detail: `${baseUrl} answers` };
}

function describeKey(status: number, withoutKey: Probed): DoctorCheck {
  const name = 'API key';
  if (status === 401) {
    const advice = 'Create one in the workspace under Settings, API Keys, and set LEADCHAT_API_KEY.';
    return { name, state: 'failed', detail: 'not accepted (401)', advice };
  }
  if (status === 403) {
    const advice = 'Use a key that may read and write leads.';
    return { name, state: 'failed', detail: 'accepted, but it may not read leads (403)', advice };
  }
  if (withoutKey.kind === 'answer' && withoutKey.status === status) {
    const advice = 'Check that service.baseUrl is the right address: this one answers everybody alike.';
    return { name, state: 'warning', detail: `cannot be judged: the answer without it is ${status} too`, advice };
  }
  return { name, state: 'ok', detail: `accepted: a lead that does not exist is answered with ${status}, not 401` };
}

function confirmStatus(probed: Probed, expected: readonly number[]): Confirmation {
  if (probed.kind !== 'answer') return { state: 'not checked' };
  const detail = `answered ${probed.status}`;
  return expected.includes(probed.status) ? { state: 'confirmed', detail } : { state: 'not confirmed', detail };
}

/**
 * Names of query parameters, by asking for a lead and a call that do not exist: a service that knows the name answers
 * otherwise than without it. The same answer tells nothing.
 */
async function confirmParameters(config: ProxyConfig, fetch: DoctorFetch, unknownId: string): Promise<Confirmations> {
  const { service, assumptions } = config;
  const status = async (method: 'GET' | 'DELETE', path: string, query: Record<string, string>) => {
    const url = `${service.baseUrl}${path}?${new URLSearchParams(query)}`;
    const probed = await probe(fetch, { method, url, apiKey: service.apiKey });
    return probed.kind === 'answer' ? probed.status : undefined;
  };
  const names = assumptions.removeTagParameters;
  const tagged = { [names.leadId]: unknownId, [names.tag]: 'doctor' };
  const called = { [assumptions.callDetailsParameter]: unknownId };
  return {
    removeTagParameters: compare(await status('DELETE', '/lead/tag', tagged), await status('DELETE', '/lead/tag', {})),
    callDetailsParameter: compare(await status('GET', '/calls/get', called), await status('GET', '/calls/get', {})),
  };
}

function compare(withName: number | undefined, without: number | undefined): Confirmation {
  if (withName === undefined || without === undefined) return { state: 'not checked' };
  const detail = `answered ${withName}, and ${without} without it`;
  if (withName === without) return { state: 'not checked', detail: `${detail}, which tells nothing` };
  return { state: 'confirmed', detail };
}
