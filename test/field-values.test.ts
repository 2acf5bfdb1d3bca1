import { afterAll, describe, expect, it, vi } from 'vitest';
import { createLeadForm } from '../src/core/leads/lead-form.ts';
import { publicConfig } from '../src/protocol/proxy/public-config.ts';
import type { LeadRequest } from '../src/protocol/proxy/requests.ts';
import { formDeps } from './core/leads/form-deps.ts';
import { leadHeaders, startHarness } from './proxy/support/harness.ts';

// Cause: the browser and the proxy each had their own rules. A hidden field could hold 200 characters in the browser and 2000 in
// the proxy; they also differed in control characters, email addresses, options, and the notation in which a phone's pattern was
// checked. The visitor then could not send a form that the proxy would have accepted, or was refused after sending it.

/** Browser and proxy each describe a problem in their own words. */
const messages = {
  required: /^is required$/,
  type: /^must be a text$|^must be true or false$|^must be a list of texts$/,
  'too-long': /^must not be longer than \d+ characters$/,
  pattern: /^doesn't match the required format$/,
  option: /^is not one of the options$/,
  email: /^must be an email address/,
  'too-few': /^must have at least \d+ choices$/,
  'too-many': /^must not have more than \d+ choices$/,
  date: /^must be a date/,
  'too-early': /^must not be before \d{4}-\d{2}-\d{2}$/,
  'too-late': /^must not be after \d{4}-\d{2}-\d{2}$/,
  number: /^must be a number/,
  'too-small': /^must not be less than -?[\d.]+$/,
  'too-large': /^must not be more than -?[\d.]+$/,
  step: /^must be in steps of [\d.]+$/,
  phone: /^is (?:not a phone number|incomplete|too long|not a number in use)|^starts with a country code/,
};
type Code = keyof typeof messages;

const options = [
  { value: 's', label: 'Small' },
  { value: ' l ', label: 'Large' },
];

const days = ['mon', 'tue', 'wed', ' thu '].map((value) => ({ value, label: value }));
// A day that does not end while the tests run.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00') });
afterAll(() => void vi.useRealTimers());
const today = new Date();
const isoDay = (offset: number) =>
  new Date(Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() + offset)).toISOString().slice(0, 10);

const cases: [
  field: object,
  value: string | boolean | string[],
  /** `byProxy`: only the proxy knows the number in the notation that is judged. */
  expected: { problem: Code; byProxy?: true } | { stored: string | boolean | undefined },
][] = [
  [
    { type: 'hidden' },
    `https://www.example.com/${'a'.repeat(300)}`,
    { stored: `https://www.example.com/${'a'.repeat(300)}` },
  ],
  [{ type: 'hidden' }, 'a'.repeat(2000), { stored: 'a'.repeat(2000) }],
  [{ type: 'hidden', maxLength: 20 }, 'a'.repeat(21), { problem: 'too-long' }],
  [{ type: 'hidden', value: 'spring' }, '', { stored: 'spring' }],
  [{ type: 'hidden', value: 'spring', required: true }, ' ', { stored: 'spring' }],
  [{ type: 'hidden', value: 'spring', required: true }, 'summer', { stored: 'summer' }],
  [{ type: 'hidden', required: true }, '', { problem: 'required' }],
  [{ type: 'hidden', pattern: '\\d+' }, 'a', { problem: 'pattern' }],
  [{ type: 'text' }, 'a'.repeat(200), { stored: 'a'.repeat(200) }],
  [{ type: 'text' }, 'a'.repeat(201), { problem: 'too-long' }],
  [{ type: 'text' }, ` ${'a'.repeat(200)} `, { stored: 'a'.repeat(200) }],
  [{ type: 'text', maxLength: 2000 }, `a${'\u0007'.repeat(3000)}b`, { stored: 'a b' }],
  [{ type: 'text', required: true }, '\u0000', { problem: 'required' }],
  [{ type: 'text', maxLength: 1 }, '\ud800', { stored: '\ufffd' }],
  [{ type: 'text', options }, 'another', { stored: 'another' }],
  [{ type: 'text', pattern: 'a b' }, 'a\tb', { stored: 'a b' }],
  [{ type: 'text', pattern: '\\d{5}' }, ' 12345 ', { stored: '12345' }],
  [{ type: 'text', pattern: '\\d{5}' }, '123456', { problem: 'pattern' }],
  [{ type: 'text', pattern: 'a|b' }, 'ab', { problem: 'pattern' }],
  [{ type: 'text' }, true, { problem: 'type' }],
  [{ type: 'textarea' }, 'a'.repeat(2000), { stored: 'a'.repeat(2000) }],
  [{ type: 'textarea', maxLength: 3 }, 'a\r\nb', { stored: 'a\nb' }],
  [{ type: 'textarea', maxLength: 3 }, 'abcd', { problem: 'too-long' }],
  [{ type: 'email' }, 'ada@example.com', { stored: 'ada@example.com' }],
  [{ type: 'email' }, 'ada@example', { problem: 'email' }],
  [{ type: 'email' }, 'ada@-example.com', { problem: 'email' }],
  [{ type: 'email' }, 'ada..lovelace@example.com', { problem: 'email' }],
  [{ type: 'email' }, 'ada@example.c', { problem: 'email' }],
  [{ type: 'email' }, 'ädä@example.com', { problem: 'email' }],
  [{ type: 'email' }, '\u202aada@example.com\u202c', { stored: 'ada@example.com' }],
  [{ type: 'email' }, 'a\u2060da＠exam\u00adple.com', { stored: 'ada@example.com' }],
  [{ type: 'email' }, 'ivan@xn--e1afmkfd.xn--p1ai', { stored: 'ivan@xn--e1afmkfd.xn--p1ai' }],
  [{ type: 'email' }, 'ada@münchen.de', { stored: 'ada@xn--mnchen-3ya.de' }],
  [{ type: 'email' }, 'ivan@почта.рф', { stored: 'ivan@xn--80a1acny.xn--p1ai' }],
  [{ type: 'email' }, 'ada@xn--', { problem: 'email' }],
  [{ type: 'email' }, 'ada@münchen', { problem: 'email' }],
  [{ type: 'email', required: true }, '\u2060\u200b', { problem: 'required' }],
  [{ type: 'text', required: true }, '\u3164\u00ad', { problem: 'required' }],
  [{ type: 'text', pattern: '\\d{5}' }, '0213\u200b4', { stored: '02134' }],
  [{ type: 'text', maxLength: 3 }, 'A\u200bd\u2060a', { stored: 'Ada' }],
  [{ type: 'textarea' }, 'a\u202e\r\nb', { stored: 'a\nb' }],
  [{ type: 'hidden' }, 'spring\ufeff', { stored: 'spring' }],
  [{ type: 'select', options }, 'l\u200e', { stored: 'l' }],
  [{ type: 'tel' }, '(415) 555-2671 x12', { stored: '14155552671' }],
  [{ type: 'tel' }, '+४४ २० ७९४६ ०९५८', { stored: '442079460958' }],
  [{ type: 'email', maxLength: 2000 }, `${'a'.repeat(250)}@example.com`, { problem: 'email' }],
  [{ type: 'email', pattern: '.*@example\\.com' }, 'ada@example.org', { problem: 'pattern' }],
  [{ type: 'select', options }, 's', { stored: 's' }],
  [{ type: 'select', options }, ' l ', { stored: 'l' }],
  [{ type: 'select', options }, 'xl', { problem: 'option' }],
  [{ type: 'select', options, required: true }, '', { problem: 'required' }],
  [{ type: 'checkbox' }, false, { stored: false }],
  [{ type: 'checkbox', required: true }, true, { stored: true }],
  [{ type: 'checkbox', required: true }, false, { problem: 'required' }],
  [{ type: 'checkbox' }, 'on', { problem: 'type' }],
  [{ type: 'radio', options }, 's', { stored: 's' }],
  [{ type: 'radio', options }, 'xl', { problem: 'option' }],
  [{ type: 'radio', options, required: true }, '', { problem: 'required' }],
  [{ type: 'radio', options }, ['s'], { problem: 'type' }],
  [{ type: 'checkboxes', options: days }, ['tue', 'mon'], { stored: 'mon, tue' }],
  [{ type: 'checkboxes', options: days }, ['thu', 'mon', 'thu', ' mon'], { stored: 'mon, thu' }],
  [{ type: 'checkboxes', options: days }, [], { stored: undefined }],
  [{ type: 'checkboxes', options: days, required: true }, [], { problem: 'required' }],
  [{ type: 'checkboxes', options: days }, ['mon', 'sun'], { problem: 'option' }],
  [{ type: 'checkboxes', options: days }, ['mon, tue'], { problem: 'option' }],
  [{ type: 'checkboxes', options: days }, 'mon', { problem: 'type' }],
  [{ type: 'checkboxes', options: days }, true, { problem: 'type' }],
  [{ type: 'checkboxes', options: days, minChoices: 2 }, ['mon', 'mon'], { problem: 'too-few' }],
  [{ type: 'checkboxes', options: days, minChoices: 2 }, [], { stored: undefined }],
  [{ type: 'checkboxes', options: days, maxChoices: 2 }, ['mon', 'tue', 'wed'], { problem: 'too-many' }],
  [{ type: 'checkboxes', options: days, maxChoices: 2 }, ['mon', 'wed'], { stored: 'mon, wed' }],
  [{ type: 'text' }, ['a'], { problem: 'type' }],
  [{ type: 'checkbox' }, ['on'], { problem: 'type' }],
  [{ type: 'date' }, '2026-12-24', { stored: '2026-12-24' }],
  [{ type: 'date' }, '२०२६-१२-२४', { stored: '2026-12-24' }],
  [{ type: 'date' }, '2026-02-30', { problem: 'date' }],
  [{ type: 'date' }, '24.12.2026', { problem: 'date' }],
  [{ type: 'date', required: true }, '', { problem: 'required' }],
  [{ type: 'date', min: '2026-12-24' }, '2026-12-23', { problem: 'too-early' }],
  [{ type: 'date', max: '2026-12-24' }, '2026-12-25', { problem: 'too-late' }],
  [{ type: 'date', min: 'today', max: 'today+30' }, isoDay(0), { stored: isoDay(0) }],
  [{ type: 'date', min: 'today', max: 'today+30' }, isoDay(30), { stored: isoDay(30) }],
  [{ type: 'date', min: 'today', max: 'today+30' }, isoDay(-3), { problem: 'too-early' }],
  [{ type: 'date', min: 'today', max: 'today+30' }, isoDay(33), { problem: 'too-late' }],
  [{ type: 'date', max: 'today-7' }, isoDay(-7), { stored: isoDay(-7) }],
  [{ type: 'number' }, '12', { stored: '12' }],
  [{ type: 'number' }, '0012.50', { stored: '12.5' }],
  [{ type: 'number' }, '1,5', { stored: '1.5' }],
  [{ type: 'number' }, '1,250', { stored: '1250' }],
  [{ type: 'number' }, '1.250', { stored: '1.25' }],
  [{ type: 'number', step: 1 }, '1.250', { stored: '1250' }],
  [{ type: 'number', step: 1 }, '1’250’000', { stored: '1250000' }],
  [{ type: 'number' }, '1.234.567,89', { stored: '1234567.89' }],
  [{ type: 'number' }, '12,34,567.5', { stored: '1234567.5' }],
  [{ type: 'number' }, '1 234,5', { stored: '1234.5' }],
  [{ type: 'number' }, '١٬٢٣٤٫٥', { stored: '1234.5' }],
  [{ type: 'number' }, '१२.५', { stored: '12.5' }],
  [{ type: 'number' }, '１２', { stored: '12' }],
  [{ type: 'number' }, '−5', { stored: '-5' }],
  [{ type: 'number' }, '-0', { stored: '0' }],
  [{ type: 'number' }, '.5', { stored: '0.5' }],
  [{ type: 'number' }, '1e3', { problem: 'number' }],
  [{ type: 'number' }, '12 apples', { problem: 'number' }],
  [{ type: 'number' }, '1,2,3', { problem: 'number' }],
  [{ type: 'number' }, '-', { problem: 'number' }],
  [{ type: 'number' }, '1234567890123456', { problem: 'number' }],
  [{ type: 'number', min: 1 }, '0', { problem: 'too-small' }],
  [{ type: 'number', max: 10 }, '10.01', { problem: 'too-large' }],
  [{ type: 'number', step: 0.1 }, '0.3', { stored: '0.3' }],
  [{ type: 'number', step: 5, min: 2 }, '12', { stored: '12' }],
  [{ type: 'number', step: 5, min: 2 }, '10', { problem: 'step' }],
  [{ type: 'tel' }, '(415) 555-2671', { stored: '14155552671' }],
  [{ type: 'tel' }, '+44 20 7946 0958', { stored: '442079460958' }],
  [{ type: 'tel' }, '(415) 555-26', { problem: 'phone' }],
  [{ type: 'tel' }, 'call me', { problem: 'phone' }],
  [{ type: 'tel' }, `+1 415 555 2671${' '.repeat(300)}x`, { problem: 'too-long' }],
  [{ type: 'tel', maxLength: 12 }, '(415) 555-2671', { stored: '14155552671' }],
  [{ type: 'tel', maxLength: 11 }, '415 5552671', { problem: 'too-long', byProxy: true }],
  [{ type: 'tel', pattern: '\\+1\\d{10}' }, '(415) 555-2671', { stored: '14155552671' }],
  [{ type: 'tel', pattern: '\\+1\\d{10}' }, '+44 20 7946 0958', { problem: 'pattern', byProxy: true }],
];

/** A form in the browser, and the proxy that it comes from. */
async function start(fields: object[], routes: object[] = []) {
  const { post, get, store } = await startHarness({ forms: { default: { fields, routes } } });
  const { form } = publicConfig.parse(await (await get('/config')).json());
  const { requests: sent, ...deps } = formDeps();
  const leadForm = createLeadForm({ ...deps, fields: form.fields, defaultCountry: form.defaultCountry });
  return {
    leadForm,
    sent,
    store,
    send: (values: LeadRequest['fields']) => post('/leads', { form: 'default', fields: values }, leadHeaders()),
  };
}

const phone = '+1 415 555 2640';

describe('browser and proxy', () => {
  it.each(cases)('agree on value %$, of %j', async (definition, value, expected) => {
    const { leadForm, sent, store, send } = await start([{ name: 'it', ...definition }]);
    leadForm.set('phone', phone);
    leadForm.set('it', value);
    const submission = await leadForm.submit();
    const direct = await send({ phone, it: value });

    if ('problem' in expected) {
      if (expected.byProxy !== true) {
        expect(submission).toEqual({ ok: false, firstProblem: 'it' });
        expect(leadForm.problems.value).toEqual({ it: expect.objectContaining({ code: expected.problem }) });
      }
      expect(direct.status).toBe(400);
      expect((await direct.json()).issues).toEqual([
        expect.objectContaining({ path: 'fields.it', message: expect.stringMatching(messages[expected.problem]) }),
      ]);
    } else {
      expect(submission).toEqual({ ok: true, status: 'accepted' });
      const responses = [await send(sent[0]?.fields ?? {}), ...(String(value).length <= 2000 ? [direct] : [])];
      for (const response of responses) {
        const { lead } = await response.json();
        expect((await store.find(lead))?.record.it).toEqual(expected.stored);
      }
    }
  });

  it.each<[values: LeadRequest['fields'], stored: LeadRequest['fields']]>([
    [{}, { insured: false, campaign: 'spring', voucher: 'v' }],
    [{ insured: true }, { insured: true, insurer: 'i', campaign: 'spring', voucher: 'v' }],
    [{ reason: 'pain' }, { reason: 'pain', insured: false, since: 's', campaign: 'spring', voucher: 'v' }],
    [
      { reason: 'pain', campaign: 'summer' },
      { reason: 'pain', insured: false, since: 's', campaign: 'summer' },
    ],
    [
      { reason: 'pain', since: 'today' },
      { reason: 'pain', insured: false, since: 'today', first: true, campaign: 'spring', voucher: 'v' },
    ],
    [
      { reason: 'other', since: 'today' },
      { reason: 'other', insured: false, campaign: 'spring', voucher: 'v' },
    ],
  ])('agree on the conditions of fields with the values %j', async (values, stored) => {
    const filled = { insurer: 'i', since: 's', first: true, voucher: 'v' };
    const { leadForm, sent, store, send } = await start([
      { name: 'reason', type: 'select', options: ['pain', 'other'].map((value) => ({ value, label: value })) },
      { name: 'insured', type: 'checkbox' },
      { name: 'insurer', required: true, showIf: { field: 'insured', is: true } },
      { name: 'since', required: true, showIf: { field: 'reason', is: 'pain' } },
      { name: 'first', type: 'checkbox', required: true, showIf: { field: 'since', is: ['today', 'yesterday'] } },
      { name: 'campaign', type: 'hidden', value: 'spring' },
      { name: 'voucher', required: true, showIf: { field: 'campaign', is: 'spring' } },
    ]);
    for (const [name, value] of Object.entries({ phone, ...filled, ...values })) leadForm.set(name, value);
    expect(await leadForm.submit()).toEqual({ ok: true, status: 'accepted' });
    const expected = { phone: '14155552640', ...stored };
    for (const fields of [sent[0]?.fields ?? {}, { phone, insured: false, ...filled, ...values }]) {
      const { lead } = await (await send(fields)).json();
      expect((await store.find(lead))?.record).toEqual(expected);
    }
    // What the visitor does not see is not sent at all.
    expect(Object.keys(sent[0]?.fields ?? {}).toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  it.each([
    [['thu', 'mon'], 'call', true],
    [['tue'], undefined, false],
  ])('agree on what hangs on one of the choices %j', async (chosen, route, isShown) => {
    const { store, leadForm, sent, send } = await start(
      [
        { name: 'days', type: 'checkboxes', options: days },
        { name: 'time', required: true, showIf: { field: 'days', is: ['mon', 'wed'] } },
      ],
      [{ name: 'call', when: { days: 'thu' }, tags: ['thursday'] }],
    );
    leadForm.set('phone', phone);
    leadForm.set('days', chosen);
    expect(leadForm.visibleFields.value.some(({ name }) => name === 'time')).toBe(isShown);
    leadForm.set('time', 'noon');
    expect(await leadForm.submit()).toEqual({ ok: true, status: 'accepted' });
    const { lead } = await (await send(sent[0]?.fields ?? {})).json();
    const stored = await store.find(lead);
    expect(stored?.plan.route).toBe(route);
    expect(stored?.record.time).toBe(isShown ? 'noon' : undefined);
  });
});
