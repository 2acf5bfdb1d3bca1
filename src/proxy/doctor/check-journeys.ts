import type { ProxyConfig } from '../config/schema.ts';
import { type DoctorFetch, probe } from './probe.ts';
import type { DoctorCheck } from './report.ts';

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
    const name = `journey ${id}`;
    const result = await probe(fetch, { method: 'PATCH', url, apiKey, body: { workflow_id: id, record: {} } });
    if (result.kind === 'response' && result.status === 404) {
      const advice = 'Take the Journey ID from the workspace address, after /journey/. The Flow ID is a different ID.';
      return { name, state: 'failed', detail: 'not found', advice };
    }
    return { name, state: 'not verified', detail: 'a valid UUID; only an enrolment can show that it exists' };
  };
  return Promise.all([...ids].map(check));
}
