import { expect, it } from 'vitest';
import { leadHeaders, startHarness } from '../support/harness.ts';

const adminToken = 'canary-admin-token-0001';
const days = ['mon', 'tue', 'wed'].map((value) => ({ value, label: value }));
const fields = [{ name: 'days', type: 'checkboxes', options: days, maxChoices: 2 }];

it.each([
  ['wed, mon', 200, 'mon, wed'],
  [['tue'], 200, 'tue'],
  ['', 200, undefined],
  ['mon, sun', 400, 'mon'],
  ['mon, tue, wed', 400, 'mon'],
])(
  'corrects several choices by the text %j that an operator sees, and judges it like a visitor’s',
  async (value, status, stored) => {
    const { post, store } = await startHarness({ adminToken, forms: { default: { fields } } });
    const body = { form: 'default', fields: { phone: '+14155552671', days: ['mon'] } };
    const { lead } = await (await post('/leads', body, leadHeaders())).json();
    const headers = { authorization: `Bearer ${adminToken}` };
    const response = await post(`/admin/api/leads/${lead}/correct`, { fields: { days: value } }, headers);
    expect(response.status).toBe(status);
    expect((await store.find(lead))?.record.days).toBe(stored);
  },
);
