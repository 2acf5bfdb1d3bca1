import type { Context, Hono } from 'hono';
import { type AdminLead, correctRequest } from '../../protocol/index.ts';
import type { FormConfig } from '../config/form-schema.ts';
import type { ProxyDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { notFound, ProxyError } from '../http/proxy-error.ts';
import type { Decision, StoredLead } from '../store/index.ts';
import { checkCorrection } from './check-correction.ts';

export type CorrectRouteDeps = Pick<ProxyDeps, 'store' | 'log'> & {
  formOf(name: string): FormConfig | undefined;
  decisionOf(c: Context<AppEnvironment>, words: { by?: string | undefined }): Decision;
  describe(lead: StoredLead): Promise<AdminLead>;
};

/** `POST /:lead/correct`: corrects values of a lead. The log names the fields, never a value. */
export function addCorrectRoute(app: Hono<AppEnvironment>, deps: CorrectRouteDeps): void {
  const { store, log } = deps;
  app.post('/:lead/correct', async (c) => {
    const { fields, by: name } = await readJson(c, correctRequest);
    const id = c.req.param('lead');
    const before = await store.find(id);
    if (before === undefined) throw notFound();
    const values = checkCorrection(fields, deps.formOf(before.form), before.record);
    const { now, by } = deps.decisionOf(c, { by: name });
    const isCorrected = await store.correct(id, { now, by, values });
    const lead = await store.find(id);
    if (lead === undefined) throw notFound();
    if (!isCorrected) throw tooLate(lead, values.phone !== undefined);
    log.info('lead-corrected', { requestId: c.get('requestId'), lead: id, fields: Object.keys(values).join(), by });
    return c.json(await deps.describe(lead));
  });
}

function tooLate({ state, serviceLead }: StoredLead, isOfPhone: boolean): ProxyError {
  const message =
    isOfPhone && serviceLead !== undefined && state !== 'delivered'
      ? 'The service has this lead already, and finds it by its phone. Correct the phone there.'
      : `This lead is ${state}: it is too late to correct it here.`;
  return new ProxyError('wrong-state', { message });
}
