import { describe, expect, it } from 'vitest';
import { createLeadForm, type LeadFormDeps } from '../../../src/core/leads/lead-form.ts';
import type { CaptchaProof, LeadSubmission } from '../../../src/core/leads/lead-form-state.ts';
import type { LeadOutcome } from '../../../src/core/leads/lead-gateway.ts';
import { defaultFields, type FormField } from '../../../src/protocol/form.ts';
import type { Issue } from '../../../src/protocol/issue.ts';
import { type LeadRequest, leadRequest } from '../../../src/protocol/proxy/requests.ts';
import { formDeps, memoryDraft } from './form-deps.ts';

const failure = new Error('the captcha');

function createForm(deps: Partial<LeadFormDeps> = {}) {
  const { requests, forget, ...defaults } = formDeps();
  return { form: createLeadForm({ ...defaults, ...deps }), requests, forget };
}

function withField(field: FormField) {
  return createForm({ fields: [{ name: 'phone', type: 'tel', required: true }, field] });
}

describe('a lead form', () => {
  it('sends nothing when it is cleared while the captcha is solved, and can be submitted again', async () => {
    const { form, requests, forget } = createForm();
    const proof = Promise.withResolvers<CaptchaProof>();
    form.set('phone', '+1 415 555 2671');
    const submission = form.submit({}, () => proof.promise);
    forget();
    form.clear();
    form.set('phone', '+1 415 555 2672');
    expect(await form.submit()).toEqual({ ok: true, status: 'accepted' });
    proof.resolve({ ok: true });
    expect(await submission).toEqual({ ok: false, firstProblem: '' });
    expect(requests.map(({ fields }) => fields)).toEqual([{ phone: '+1 415 555 2672' }]);
    expect(form.status.value).toBe('accepted');
  });

  // Cause: the promise was rejected, the lead was not sent, and the form stayed at `sending` for good.
  it.each([
    ['rejects', () => Promise.reject(failure)],
    [
      'throws',
      () => {
        throw failure;
      },
    ],
  ])('is sent without what it waits for if that %s, and the page is told', async (_, prepare) => {
    const errors: unknown[] = [];
    const { form, requests } = createForm({ reportError: (error) => errors.push(error) });
    form.set('phone', '(415) 555-2671');
    expect(await form.submit({}, prepare)).toEqual({ ok: true, status: 'accepted' });
    expect(form.status.value).toBe('accepted');
    expect(requests).toMatchObject([{ fields: { phone: '(415) 555-2671' } }]);
    expect(errors).toEqual([failure]);
  });

  it('validates the fields again after what the lead waits for, because they may have changed meanwhile', async () => {
    const { form, requests } = createForm();
    form.set('phone', '(415) 555-2671');
    const submission = form.submit({}, async () => {
      form.set('email', 'ada@');
      return { ok: true };
    });
    expect(form.status.value).toBe('sending');
    expect(await submission).toEqual({ ok: false, firstProblem: 'email' });
    expect(form.status.value).toBe('editing');
    expect(requests).toEqual([]);
    form.set('email', 'ada@example.com');
    expect(await form.submit()).toEqual({ ok: true, status: 'accepted' });
  });

  it('sends the filled fields, with the phone as it was typed and its country', async () => {
    const { form, requests } = createForm();
    form.set('phone', '(415) 555-2671');
    form.set('first_name', '  Ada ');
    expect(await form.submit({ elapsedMs: 5200, website: '' })).toEqual({ ok: true, status: 'accepted' });
    expect(requests).toEqual([
      {
        form: 'default',
        fields: { phone: '(415) 555-2671', first_name: 'Ada' },
        country: 'US',
        elapsedMs: 5200,
        website: '',
      },
    ]);
    expect(leadRequest.safeParse(requests[0]).success).toBe(true);
    expect(form.status.value).toBe('accepted');
  });

  it('reports the time since the visitor first saw it, not since it was created', async () => {
    let now = 1_000;
    const { form, requests } = createForm({ clock: { now: () => now, after: () => () => {} } });
    form.set('phone', '(415) 555-2671');
    now = 60_000;
    form.markShown();
    now = 64_200;
    form.markShown();
    await form.submit();
    now = 65_000;
    form.clear();
    form.set('phone', '(415) 555-2672');
    form.markShown();
    now = 66_300;
    await form.submit();
    expect(requests.map(({ elapsedMs }) => elapsedMs)).toEqual([4_200, 1_300]);
  });

  it('reports the time since it was created if the page never calls markShown(), and an empty honeypot', async () => {
    let now = 1_000;
    const { form, requests } = createForm({ clock: { now: () => now, after: () => () => {} } });
    now = 6_200;
    form.set('phone', '(415) 555-2671');
    await form.submit();
    // For the next person, the time starts when the form is cleared.
    form.clear();
    now = 9_000;
    form.set('phone', '(415) 555-2672');
    await form.submit({ website: 'https://spam.example' });
    expect(requests).toMatchObject([
      { elapsedMs: 5_200, website: '' },
      { elapsedMs: 2_800, website: 'https://spam.example' },
    ]);
  });

  it('sends a phone by the country that the visitor chose', async () => {
    const { form, requests } = createForm();
    form.setCountry('GB');
    form.set('phone', '020 7946 0958');
    await form.submit();
    expect(requests).toMatchObject([{ fields: { phone: '020 7946 0958' }, country: 'GB' }]);
  });

  // Cause: the draft kept the country that the number was typed for.
  it('has no country for a phone once none is chosen, also where the number is typed', async () => {
    const { form, requests } = createForm();
    form.set('phone', '(415) 555-2671');
    form.setCountry(undefined);
    expect(form.country.value).toBeUndefined();
    form.set('phone', '020 7946 0958');
    expect(form.country.value).toBeUndefined();
    form.setCountry('GB');
    await form.submit();
    expect(requests).toMatchObject([{ fields: { phone: '020 7946 0958' }, country: 'GB' }]);
  });

  it('keeps what the proxy says about a phone until the country really changes', async () => {
    const issues = [{ path: 'fields.phone', message: 'is not in use' }];
    const refused: LeadOutcome = { status: 'refused', code: 'bad-request', message: 'see `issues`', issues };
    const { form } = createForm({ send: () => Promise.resolve(refused) });
    form.set('phone', '(415) 555-2671');
    await form.submit();
    form.setCountry('US');
    expect(form.problems.value).toEqual({ phone: { code: 'refused', message: 'is not in use' } });
    form.setCountry('CA');
    expect(form.problems.value).toEqual({});
  });

  const refusedWith = (...issues: Issue[]): LeadOutcome => ({
    status: 'refused',
    code: 'bad-request',
    message: 'see `issues`',
    issues,
  });

  it('shows what the proxy says about a value as its own problem, until the value changes', async () => {
    const fields: FormField[] = [
      ...defaultFields,
      { name: 'zip', type: 'text', required: false },
      { name: 'mobile', type: 'tel', required: false },
    ];
    const outcome = refusedWith(
      { path: 'fields.phone', message: 'x', code: 'too-short', missing: 2 },
      { path: 'fields.mobile', message: 'x', code: 'ambiguous', readings: ['+49 1', '+49 2'] },
      { path: 'fields.zip', message: 'x', code: 'too-long', max: 5 },
      { path: 'fields.email', message: 'of a later build', code: 'unheard-of' },
    );
    const { form } = createForm({ fields, defaultCountry: 'DE', send: () => Promise.resolve(outcome) });
    form.set('phone', '030 901820');
    form.set('mobile', '49211234567');
    form.set('zip', '021345');
    form.set('email', 'ada@example.com');
    expect(await form.submit()).toEqual({ ok: false, firstProblem: 'phone' });
    const problems = {
      phone: { code: 'phone', problem: { code: 'too-short', missing: 2 } },
      mobile: { code: 'phone', problem: { code: 'ambiguous', readings: ['+49 1', '+49 2'] } },
      zip: { code: 'too-long', max: 5 },
      email: { code: 'refused', message: 'of a later build' },
    };
    expect(form.problems.value).toEqual(problems);
    for (const name of Object.keys(problems)) form.blur(name);
    expect(form.problems.value).toEqual(problems);
    form.set('phone', '030 9018201');
    const { phone: _, ...others } = problems;
    expect(form.problems.value).toEqual(others);
    expect(form.values.value.mobile).toBe('49211234567');
  });

  it('confirms a phone that the proxy asks about when it is sent again as it is, and only that one', async () => {
    const sent: LeadRequest[] = [];
    let outcome = refusedWith({ path: 'fields.phone', message: 'x', code: 'not-in-use' });
    const { form } = createForm({
      send(request) {
        sent.push(request);
        return Promise.resolve(outcome);
      },
    });
    const confirmed = () => sent.map(({ phoneConfirmed = false }) => phoneConfirmed);
    form.set('phone', '(421) 555-2671');
    await form.submit();
    form.set('phone', '(421) 555-2672');
    await form.submit();
    expect(confirmed()).toEqual([false, false]);
    outcome = refusedWith({ path: 'fields.email', message: 'x', code: 'email' });
    await form.submit();
    await form.submit();
    expect(confirmed()).toEqual([false, false, true, true]);
    form.setCountry('GB');
    form.set('phone', '(421) 555-2672');
    await form.submit();
    expect(confirmed().at(-1)).toBe(false);
    expect(leadRequest.safeParse(sent[2]).success).toBe(true);
  });

  // A second phone that was filled in, or changed, before the form was sent again counted as confirmed, too.
  it('confirms no phone that the visitor has changed since the proxy asked about another one', async () => {
    const sent: LeadRequest[] = [];
    const { form } = createForm({
      fields: [
        { name: 'phone', type: 'tel', required: true },
        { name: 'mobile', type: 'tel', required: false },
      ],
      send(request) {
        sent.push(request);
        return Promise.resolve(refusedWith({ path: 'fields.phone', message: 'x', code: 'not-in-use' }));
      },
    });
    form.set('phone', '(421) 555-2671');
    await form.submit();
    form.set('mobile', '(421) 555-2672');
    await form.submit();
    await form.submit();
    expect(sent.map(({ phoneConfirmed = false }) => phoneConfirmed)).toEqual([false, false, true]);
  });

  it('validates a field on blur and all fields on submit, and none while the visitor types', async () => {
    const { form, requests } = createForm();
    form.set('email', 'ada@');
    expect(form.problems.value).toEqual({});
    form.blur('email');
    form.blur('first_name');
    form.blur('phone');
    expect(form.problems.value).toEqual({ email: { code: 'email' } });
    expect(await form.submit()).toEqual({ ok: false, firstProblem: 'phone' });
    expect(form.problems.value).toEqual({ email: { code: 'email' }, phone: { code: 'required' } });
    expect(requests).toEqual([]);
  });

  it('removes a problem as soon as it is solved', () => {
    const { form } = createForm();
    form.set('phone', '(415) 555-26');
    form.blur('phone');
    expect(form.problems.value.phone).toEqual({ code: 'phone', problem: { code: 'too-short', missing: 2 } });
    form.set('phone', '(415) 555-267');
    expect(form.problems.value.phone).toEqual({ code: 'phone', problem: { code: 'too-short', missing: 1 } });
    form.set('phone', '(415) 555-2671');
    expect(form.problems.value).toEqual({});
  });

  it.each<[string, FormField, string | boolean, unknown]>([
    ['too long', { name: 'x', type: 'text', required: false, maxLength: 3 }, 'abcd', { code: 'too-long', max: 3 }],
    [
      'over 200 by default',
      { name: 'x', type: 'text', required: false },
      'x'.repeat(201),
      { code: 'too-long', max: 200 },
    ],
    ['not of the pattern', { name: 'x', type: 'text', required: false, pattern: '\\d+' }, '12a', { code: 'pattern' }],
    [
      'no option',
      { name: 'x', type: 'select', required: false, options: [{ value: 'a', label: 'A' }] },
      'b',
      { code: 'option' },
    ],
    ['not ticked', { name: 'x', type: 'checkbox', required: true }, false, { code: 'required' }],
    ['blank', { name: 'x', type: 'text', required: true }, '   ', { code: 'required' }],
  ])('refuses a value that is %s', async (_, field, value, problem) => {
    const { form } = withField(field);
    form.set('phone', '+1 415 555 2671');
    form.set('x', value);
    expect(await form.submit()).toEqual({ ok: false, firstProblem: 'x' });
    expect(form.problems.value).toEqual({ x: problem });
  });

  it('accepts any value if the pattern is invalid, because the visitor could not correct it', async () => {
    const { form } = withField({ name: 'x', type: 'text', required: false, pattern: '(' });
    form.set('phone', '+1 415 555 2671');
    form.set('x', 'anything');
    expect(await form.submit()).toMatchObject({ ok: true });
  });

  it('asks for consent when it is required, and sends its version', async () => {
    const consent = { text: 'I agree', version: '2026-11', required: true };
    const { form, requests } = createForm({ consent });
    form.set('phone', '+1 415 555 2671');
    expect(await form.submit()).toEqual({ ok: false, firstProblem: 'consent' });
    form.setConsent(true);
    expect(form.problems.value).toEqual({});
    await form.submit();
    expect(requests[0]?.consent).toEqual({ granted: true, version: '2026-11' });
  });

  it('prefills only fields that the form has and the visitor has not changed', () => {
    const { form } = createForm();
    form.set('first_name', 'Grace');
    form.prefill({ first_name: 'Ada', email: 'ada@example.com', phone: true, is_admin: 'yes' });
    expect(form.values.value).toMatchObject({ first_name: 'Grace', email: 'ada@example.com', phone: '' });
    expect(form.values.value).not.toHaveProperty('is_admin');
  });

  it('sends hidden fields with their configured values', async () => {
    const { form, requests } = withField({ name: 'source', type: 'hidden', required: false, value: 'landing' });
    form.set('phone', '+1 415 555 2671');
    await form.submit();
    expect(requests[0]?.fields.source).toBe('landing');
  });

  it('sends one lead for several submissions', async () => {
    const { form, requests } = createForm();
    form.set('phone', '+1 415 555 2671');
    const [first, second] = [form.submit(), form.submit()];
    expect(second).toBe(first);
    await first;
    expect(requests).toHaveLength(1);
  });

  // Cause: the form looked for a submission that it had not returned yet.
  it('sends one lead when the page submits it again while it is told of it', async () => {
    const { requests: sent, send } = formDeps();
    const again: Promise<LeadSubmission>[] = [];
    const { form } = createForm({
      send(request) {
        if (sent.length === 0) again.push(form.submit());
        return send(request);
      },
    });
    form.set('phone', '+1 415 555 2671');
    expect(await form.submit()).toEqual({ ok: true, status: 'accepted' });
    expect(sent).toHaveLength(1);
    expect(await Promise.all(again)).toEqual([{ ok: true, status: 'accepted' }]);
  });

  it('counts a phone’s digits, also without a country, and leaves the rest to the proxy', async () => {
    const { form, requests } = createForm({ defaultCountry: undefined });
    form.set('phone', '12345');
    expect(await form.submit()).toEqual({ ok: false, firstProblem: 'phone' });
    expect(form.problems.value.phone).toEqual({ code: 'phone', problem: { code: 'too-short', missing: 2 } });
    form.set('phone', '(415) 555-2671');
    await form.submit();
    expect(requests[0]?.fields.phone).toBe('(415) 555-2671');
    expect(requests[0]).not.toHaveProperty('country');
  });
});

// The forms of two pages of a site share what the visitor types.
describe('a draft of two forms', () => {
  const phone: FormField = { name: 'phone', type: 'tel', required: true };
  const field = (type: FormField['type'], ...values: string[]): FormField => {
    const options = values.map((value) => ({ value, label: value }));
    return { name: 'a', type, required: false, ...(type === 'select' && { options }) };
  };
  const sharing = (...fields: FormField[]) => {
    const shared = memoryDraft();
    return fields.map((one) => createForm({ ...shared, fields: [phone, one] }).form);
  };

  it.each<[string, FormField, string | boolean, FormField, string | boolean]>([
    ['a checkbox', field('text'), 'typed', field('checkbox'), false],
    ['a text', field('checkbox'), true, field('text'), ''],
    ['an address for mail', field('text'), 'typed', field('email'), ''],
    ['a hidden field', field('text'), 'typed', { ...field('hidden'), value: 'of the page' }, 'of the page'],
    ['a select with other options', field('select', 'x'), 'x', field('select', 'y'), ''],
  ])('does not fill in %s with what is typed into another field of its name', (_, before, typed, after, initial) => {
    const [first, second] = sharing(before, after);
    first?.set('a', typed);
    expect([second?.values.value.a, second?.isTouched.value]).toEqual([initial, false]);
    expect(first?.values.value.a).toBe(typed);
  });

  it('fills in a field of the same name and type', () => {
    const [first, second] = sharing(field('text'), field('text'));
    first?.set('a', 'typed');
    expect(second?.values.value.a).toBe('typed');
  });

  it('keeps what is typed into one while the visitor fills in the other', () => {
    const [first, second] = sharing(field('text'), field('checkbox'));
    first?.set('a', 'typed');
    second?.set('a', true);
    expect([first?.values.value.a, second?.values.value.a]).toEqual(['typed', true]);
  });
});
