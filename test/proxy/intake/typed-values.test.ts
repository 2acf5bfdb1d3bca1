import { describe, expect, it } from 'vitest';
import type { Issue } from '../../../src/protocol/issue.ts';
import { type Harness, leadHeaders, startHarness } from '../support/harness.ts';

const germanForm = {
  default: {
    defaultCountry: 'DE',
    fields: [
      { name: 'mobile', type: 'tel' },
      { name: 'email', type: 'email' },
    ],
  },
};

type Body = { fields: Record<string, string>; country?: string; phoneConfirmed?: boolean };

async function send({ post, store }: Harness, body: Body) {
  const response = await post('/leads', { form: 'default', ...body }, leadHeaders());
  const { lead, issues = [] }: { lead?: string; issues?: Issue[] } = await response.json();
  const stored = lead === undefined ? undefined : await store.find(lead);
  return { status: response.status, issues, stored };
}

describe('a phone in POST /leads', () => {
  it.each<[phone: string, country: string | undefined, digits: string]>([
    ['030 901820', undefined, '4930901820'],
    ['(415) 555-2671', 'US', '14155552671'],
    ['020 7946 0958', 'GB', '442079460958'],
    ['+1 415 555 2671', 'GB', '14155552671'],
    ['4915112345678', undefined, '4915112345678'],
    ['044 55 1234 5678', 'MX', '525512345678'],
    ['tel:+1-415-555-2671;ext=12', undefined, '14155552671'],
    ['০২০ ৭৯৪৬ ০৯৫৮', 'GB', '442079460958'],
  ])('%s with the country %s is stored as %s', async (phone, country, digits) => {
    const harness = await startHarness({ forms: germanForm });
    const { stored } = await send(harness, { fields: { phone, mobile: phone }, ...(country && { country }) });
    expect(stored?.phone).toBe(digits);
    expect(stored?.record).toEqual({ phone: digits, mobile: digits });
  });

  it('says for a program what is wrong, and by how much', async () => {
    const harness = await startHarness({ forms: germanForm });
    const issueOf = async (phone: string, country?: string) => {
      const { status, issues } = await send(harness, { fields: { phone }, ...(country && { country }) });
      expect(status).toBe(400);
      return issues[0];
    };
    expect(await issueOf('415 555 26', 'US')).toMatchObject({ path: 'fields.phone', code: 'too-short', missing: 2 });
    expect(await issueOf('415 555 2671 99', 'US')).toMatchObject({ code: 'too-long', extra: 2 });
    expect(await issueOf('call me')).toMatchObject({ code: 'not-a-number' });
    expect(await issueOf('+999 123 456 789')).toMatchObject({ code: 'unknown-country' });
    expect(await issueOf('49211234567')).toMatchObject({
      code: 'ambiguous',
      readings: ['+49 211 234567', '+49 4921 1234567'],
    });
    expect(await issueOf('030 901820', 'xx')).toMatchObject({ path: 'country' });
  });

  it('that is not known to be in use is asked for once, and kept as confirmed', async () => {
    const harness = await startHarness();
    const fields = { phone: '(421) 555-2671' };
    const asked = await send(harness, { fields });
    expect([asked.status, asked.issues[0]]).toMatchObject([400, { path: 'fields.phone', code: 'not-in-use' }]);
    const { stored } = await send(harness, { fields, phoneConfirmed: true });
    expect(stored?.record).toEqual({ phone: '14215552671', phone_confirmed: true });
  });

  it('that is in use, or that cannot be a number, needs no confirmation and gets none', async () => {
    const harness = await startHarness();
    const { stored } = await send(harness, { fields: { phone: '(415) 555-2671' }, phoneConfirmed: true });
    expect(stored?.record).toEqual({ phone: '14155552671' });
    for (const phone of ['(421) 555-26', '421 555 2671 99', '1000']) {
      expect((await send(harness, { fields: { phone }, phoneConfirmed: true })).status).toBe(400);
    }
  });

  it('is compared and kept without characters that draw nothing, like all other values', async () => {
    const harness = await startHarness({
      forms: {
        default: {
          fields: [
            { name: 'email', type: 'email' },
            { name: 'reason', type: 'select', options: [{ value: 'pain', label: 'Pain' }] },
            { name: 'since', showIf: { field: 'reason', is: 'pain' } },
          ],
          routes: [{ when: { since: 'today' }, tags: ['urgent'] }],
        },
      },
    });
    const fields = {
      phone: '\u202a+1 415 555 2671\u202c',
      email: '\u202aada＠example.com\u202c',
      reason: 'pa\u200bin',
      since: '\u2060today\u00ad',
    };
    const { stored } = await send(harness, { fields });
    expect(stored?.record).toEqual({
      phone: '14155552671',
      email: 'ada@example.com',
      reason: 'pain',
      since: 'today',
    });
    expect(stored?.plan.tags).toEqual(['urgent']);
  });
});

describe('the body of POST /leads', () => {
  it('may have as much text as its form allows, in any script', async () => {
    const names = ['history', 'wishes', 'questions'];
    const harness = await startHarness({
      forms: { default: {}, long: { fields: names.map((name) => ({ name, type: 'textarea' })) } },
    });
    const texts = Object.fromEntries(names.map((name) => [name, '痛'.repeat(2000)]));
    const body = { form: 'long', fields: { phone: '+14155552671', ...texts } };
    const response = await harness.post('/leads', body, leadHeaders());
    expect(response.status).toBe(202);
    expect((await harness.store.find((await response.json()).lead))?.record).toMatchObject(texts);
  });

  it('has as many fields and choices as the largest form', async () => {
    const options = Array.from({ length: 250 }, (_, index) => ({ value: `v${index}`, label: `Choice ${index}` }));
    const texts = Array.from({ length: 39 }, (_, index) => ({ name: `text_${index}` }));
    const fields = [...texts, { name: 'choices', type: 'checkboxes', options }];
    const harness = await startHarness({ forms: { default: { fields } } });
    const choices = options.map(({ value }) => value);
    const answers = { ...Object.fromEntries(texts.map(({ name }) => [name, 'yes'])), choices };
    const body = { form: 'default', fields: { phone: '+14155552671', ...answers } };
    const response = await harness.post('/leads', body, leadHeaders());
    expect(await response.json()).toMatchObject({ status: 'accepted' });
  });

  it('is limited by the longest form', async () => {
    const harness = await startHarness({ forms: { default: { fields: [{ name: 'note', type: 'textarea' }] } } });
    const body = { form: 'default', fields: { phone: '+14155552671' }, page: { title: 'x'.repeat(30_000) } };
    const response = await harness.post('/leads', body, leadHeaders());
    expect([response.status, (await response.json()).code]).toEqual([413, 'too-large']);
  });
});
