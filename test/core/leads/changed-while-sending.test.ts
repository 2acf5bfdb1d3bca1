import { expect, it } from 'vitest';
import type { ResettableLeadFormState } from '../../../src/core/leads/lead-form.ts';
import { createLeadForm } from '../../../src/core/leads/lead-form.ts';
import type { LeadOutcome } from '../../../src/core/leads/lead-gateway.ts';
import type { FormField } from '../../../src/protocol/form.ts';
import type { LeadRequest } from '../../../src/protocol/proxy/requests.ts';
import { formDeps } from './form-deps.ts';

const fields: FormField[] = [
  { name: 'phone', type: 'tel', required: true },
  { name: 'mobile', type: 'tel', required: false },
  { name: 'zip', type: 'text', required: false },
];

function refusedFor(path: string, code: string): LeadOutcome {
  return { status: 'refused', code: 'bad-request', message: 'x', issues: [{ path, message: 'x', code }] };
}

/** A form whose first lead is refused only after the visitor has changed something. */
async function changeWhileSending(refusal: LeadOutcome, change: (form: ResettableLeadFormState) => void) {
  const sent: LeadRequest[] = [];
  const first = Promise.withResolvers<LeadOutcome>();
  const form = createLeadForm({
    ...formDeps(),
    fields,
    send(request) {
      sent.push(request);
      return sent.length === 1 ? first.promise : Promise.resolve(refusal);
    },
  });
  form.set('phone', '(421) 555-2671');
  form.set('zip', '94103');
  const submission = form.submit();
  change(form);
  first.resolve(refusal);
  await submission;
  return { form, confirmed: () => sent.map(({ phoneConfirmed = false }) => phoneConfirmed) };
}

// What was asked about was read when the answer came, so a phone that the proxy had never seen counted as confirmed.
it.each<[string, (form: ResettableLeadFormState) => void]>([
  ['the phone', (form) => form.set('phone', '(421) 555-2672')],
  ['its country', (form) => form.setCountry('CA')],
  ['another phone', (form) => form.set('mobile', '(421) 555-2673')],
])('confirms no phone that was not asked about, where the visitor changes %s meanwhile', async (_, change) => {
  const { form, confirmed } = await changeWhileSending(refusedFor('fields.phone', 'not-in-use'), change);
  await form.submit();
  expect(confirmed()).toEqual([false, false]);
  await form.submit();
  expect(confirmed()).toEqual([false, false, true]);
});

it('confirms the phone that was asked about, also where it was changed and changed back meanwhile', async () => {
  const { form, confirmed } = await changeWhileSending(refusedFor('fields.phone', 'not-in-use'), ({ set }) => {
    set('phone', '(421) 555-2672');
    set('phone', '(421) 555-2671');
  });
  await form.submit();
  expect(confirmed()).toEqual([false, true]);
});

// The value that the field had when the answer came counted as the refused one, and leaving the field could not clear it.
it('says of a value that was typed meanwhile what is wrong with it, when the visitor leaves the field', async () => {
  const { form } = await changeWhileSending(refusedFor('fields.zip', 'pattern'), ({ set }) => set('zip', '94104'));
  expect(form.problems.value).toEqual({ zip: { code: 'pattern' } });
  form.blur('zip');
  expect(form.problems.value).toEqual({});
});

it('keeps what the proxy says about a value that is the same again', async () => {
  const { form } = await changeWhileSending(refusedFor('fields.zip', 'pattern'), ({ set }) => {
    set('zip', '94104');
    set('zip', '94103');
  });
  form.blur('zip');
  expect(form.problems.value).toEqual({ zip: { code: 'pattern' } });
});
