import type { ProxyConfig } from '../config/schema.ts';
import { type DoctorFetch, probe } from './probe.ts';
import type { DoctorCheck } from './report.ts';

/**
 * The journeys of all forms, by Update & Send to Workflow with neither phone nor lead_id: "nothing is sent, and the
 * response is 400" (Update & Send to Workflow, rule 1). A service that looks at the journey first answers 404 for an unknown one.
 */
export async function checkJourneys(config: ProxyConfig, fetch: DoctorFetch): Promise<DoctorCheck[]> {
  const ids = new Set(Object.values(config.forms).flatMap((form) => form.journey?.id ?? []));
  const { baseUrl, apiKey } = config.service;
  const url = `${baseUrl}/lead/sendtoworkflow`;
  const check = async (id: string): Promise<DoctorCheck> => {
    const name = `journey ${id}`;
    const probed = await probe(fetch, { method: 'PATCH', url, apiKey, body: { workflow_id: id, record: {} } });
    if (probed.kind === 'answer' && probed.status === 404) {
      const advice = 'Take the Journey ID from the workspace address, after /journey/. The Flow ID is another one.';
      return { name, state: 'failed', detail: 'not found', advice };
    }
    return { name, state: 'ok', detail: 'a UUID; only an enrolment would show that it exists' };
  };
  return Promise.all([...ids].map(check));
}
