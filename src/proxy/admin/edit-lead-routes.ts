import type { Hono } from 'hono';
import { type AdminLead, type CorrectRequest, correctRequest, noteRequest } from '../../protocol/admin/leads.ts';
import { choicesOf } from '../../protocol/choices-value.ts';
import { visibleFields } from '../../protocol/condition.ts';
import type { FieldValue, FormField } from '../../protocol/form.ts';
import type { Issue } from '../../protocol/issue.ts';
import { phoneConfirmedName } from '../../protocol/reserved-names.ts';
import type { FormConfig } from '../config/form-schema.ts';
import type { AdminDeps } from '../deps.ts';
import { isAtService, type StoredLead } from '../domain/lead.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { badRequest, notFound, ProxyError } from '../http/proxy-error.ts';
import { createFieldParser } from '../intake/lead-fields.ts';
import { actorOf, decisionOf } from './audit.ts';

type EditRoutesDeps = Pick<AdminDeps, 'store' | 'log' | 'now'> & {
  formOf(name: string): FormConfig | undefined;
  describe(lead: StoredLead): Promise<AdminLead>;
};

/**
 * `POST /:lead/correct` corrects values of a lead, and `POST /:lead/notes` adds what an operator writes about it. The log names
 * the fields, never a value nor a text.
 */
export function addEditRoutes(app: Hono<AppEnvironment>, deps: EditRoutesDeps): void {
  const { store, log } = deps;
  app.post('/:lead/correct', async (c) => {
    const { fields, phoneConfirmed, by: name } = await readJson(c, correctRequest);
    const id = c.req.param('lead');
    const before = await store.find(id);
    if (before === undefined) throw notFound();
    const values = checkCorrection({ fields, phoneConfirmed }, deps.formOf(before.form), before.record);
    const { now, by } = decisionOf(c, deps.now(), { by: name });
    const isCorrected = await store.correct(id, { now, by, values });
    const lead = await store.find(id);
    if (lead === undefined) throw notFound();
    if (!isCorrected) throw tooLate(lead, values.phone !== undefined);
    log.info('lead-corrected', { requestId: c.get('requestId'), lead: id, fields: Object.keys(values).join(), by });
    return c.json(await deps.describe(lead));
  });

  app.post('/:lead/notes', async (c) => {
    const { text, by: name } = await readJson(c, noteRequest);
    const id = c.req.param('lead');
    const by = actorOf(c, name);
    const isAdded = await store.addNote(id, { at: deps.now(), by, text });
    const lead = await store.find(id);
    if (lead === undefined) throw notFound();
    if (!isAdded) throw new ProxyError('wrong-state', { message: 'The data of this lead is deleted.' });
    log.info('note-added', { requestId: c.get('requestId'), lead: id, by });
    return c.json(await deps.describe(lead));
  });
}

function tooLate(lead: StoredLead, isOfPhone: boolean): ProxyError {
  const { state } = lead;
  const message =
    isOfPhone && isAtService(lead) && state !== 'delivered'
      ? 'The service has this lead already, and finds it by its phone. Correct the phone there.'
      : `This lead is ${state}: it is too late to correct it here.`;
  return new ProxyError('wrong-state', { message });
}

/**
 * Checks corrected values like those of a visitor. Returns them as they go to the service; undefined for a value to remove,
 * such as one that the form does not ask for any more with the corrected answers.
 * @throws ProxyError 400; 409 if the form is no longer configured
 */
function checkCorrection(
  { fields, phoneConfirmed }: Pick<CorrectRequest, 'fields' | 'phoneConfirmed'>,
  form: FormConfig | undefined,
  record: StoredLead['record'],
): Record<string, string | boolean | undefined> {
  if (form === undefined) {
    const message = 'The form of this lead is not configured any more, so its values cannot be checked.';
    throw new ProxyError('wrong-state', { message });
  }
  const issues: Issue[] = [];
  const corrected = { ...record, ...fields };
  const visible = visibleFields(form.fields, corrected).map(({ name }) => name);
  const hidden = form.fields.filter(({ name }) => !visible.includes(name) && Object.hasOwn(corrected, name));
  const values: Record<string, string | boolean | undefined> = Object.fromEntries(
    hidden.map(({ name }) => [name, undefined]),
  );
  for (const [name, value] of Object.entries(fields)) {
    const field = form.fields.find((known) => known.name === name);
    const result =
      field === undefined
        ? ({ ok: false, issue: { message: 'is not a field of this form' } } as const)
        : hidden.includes(field)
          ? ({
              ok: false,
              issue: { message: 'is not asked for with these answers: its condition is not met' },
            } as const)
          : createFieldParser(field, form)(listOfChoices(field, value), { isConfirmed: phoneConfirmed });
    if (result.ok) values[name] = result.value;
    else issues.push({ path: `fields.${name}`, ...result.issue });
    const isConfirmed = result.ok && result.isConfirmed === true;
    if (name === 'phone' && (isConfirmed || Object.hasOwn(record, phoneConfirmedName))) {
      values[phoneConfirmedName] = isConfirmed || undefined;
    }
  }
  if (issues.length > 0) throw badRequest(issues);
  return values;
}

/** An operator corrects the text that the lead has. */
function listOfChoices({ type }: FormField, value: FieldValue): FieldValue {
  return type === 'checkboxes' ? choicesOf(value) : value;
}
