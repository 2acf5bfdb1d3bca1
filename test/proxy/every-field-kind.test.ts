import { expect, it } from 'vitest';
import type { FormField } from '../../src/protocol/form.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { leadHeaders, startHarness } from './support/harness.ts';

type Sample = {
  keys?: Record<string, unknown>;
  /** What the browser sends. */
  sent: unknown;
  /** What the lead keeps. */
  kept: unknown;
  /** What a spreadsheet shows, if that is not the same: an apostrophe keeps it from making a date or a number of it. */
  inCsv?: string;
};

const options = ['Monday', 'Tuesday', 'Wednesday'].map((value) => ({ value, label: value }));

/** A value of each kind. A kind that is added does not compile without one. */
const samples: Record<FormField['type'], Sample> = {
  tel: { sent: '+1 (415) 555-2672', kept: '14155552672', inCsv: '(+1) 415 555 2672' },
  text: { sent: 'By the harbour', kept: 'By the harbour' },
  email: { sent: 'ada@example.com', kept: 'ada@example.com' },
  select: { keys: { options }, sent: 'Monday', kept: 'Monday' },
  radio: { keys: { options }, sent: 'Tuesday', kept: 'Tuesday' },
  checkboxes: { keys: { options }, sent: ['Wednesday', 'Monday'], kept: 'Monday, Wednesday' },
  textarea: { sent: 'Two rooms\nand a hall', kept: 'Two rooms\nand a hall' },
  checkbox: { sent: true, kept: true, inCsv: 'true' },
  date: { sent: '2031-05-09', kept: '2031-05-09', inCsv: "'2031-05-09" },
  number: { keys: { step: 0.5 }, sent: '٢٫٥', kept: '2.5', inCsv: "'2.5" },
  hidden: { sent: 'poster', kept: 'poster' },
};

const adminToken = 'canary-admin-token-0001';
const bearer = { authorization: `Bearer ${adminToken}` };
const phone = '14155552671';

it('keeps a value of each kind of field, gives it in lead, CSV and export, and erases it with the rating', async () => {
  const kinds = Object.entries(samples);
  const fields = kinds.map(([type, { keys }]) => ({ name: `a_${type}`, type, ...keys }));
  const harness = await startHarness({ adminToken, forms: { default: { fields } } });
  const sent = Object.fromEntries(kinds.map(([type, sample]) => [`a_${type}`, sample.sent]));
  const accepted = await harness.post(
    '/leads',
    { form: 'default', fields: { phone: `+${phone}`, ...sent } },
    leadHeaders(),
  );
  expect(accepted.status).toBe(202);
  const { lead, token } = await accepted.json();
  const rated = { rating: 4, comment: 'Quick and clear', lead, token };
  expect((await harness.post('/ratings', rated, leadHeaders())).status).toBe(204);

  const kept = Object.fromEntries(kinds.map(([type, sample]) => [`a_${type}`, sample.kept]));
  const read = await (await harness.get(`/admin/api/leads/${lead}`, bearer)).json();
  expect(read.record).toMatchObject(kept);

  const csv = async () => {
    const response = await harness.post('/admin/api/leads/csv', { filters: [{}] }, bearer);
    return parseCsv(await response.text());
  };
  expect((await csv())[0]).toMatchObject(
    Object.fromEntries(kinds.map(([type, { kept, inCsv = kept }]) => [`a_${type}`, String(inCsv)])),
  );

  const records = await harness.store.phoneRecords(phone);
  expect(records.leads[0]?.record).toMatchObject(kept);
  expect(records.ratings).toMatchObject([{ rating: 4, comment: 'Quick and clear' }]);

  expect((await harness.post(`/admin/api/leads/${lead}/erase`, {}, bearer)).status).toBe(200);
  const left = await harness.store.phoneRecords(phone);
  expect([left.leads, left.ratings]).toEqual([[], undefined]);
  expect(await csv()).toEqual([]);
  expect((await harness.get(`/admin/api/leads/${lead}`, bearer)).status).toBe(404);
});
