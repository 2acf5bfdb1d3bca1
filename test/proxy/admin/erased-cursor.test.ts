import { expect, it } from 'vitest';
import { leadHeaders, startHarness } from '../support/harness.ts';

const adminToken = 'an-admin-token-of-at-least-32-characters';
const headers = { authorization: `Bearer ${adminToken}` };

// Its page was empty, like the one after the last entry.
it.each(['leads', 'calls', 'webhooks'])(
  'a page of %s behind one that was erased is no end of the list',
  async (list) => {
    const { get, post, store } = await startHarness({ adminToken });
    const { lead } = await (
      await post('/leads', { form: 'default', fields: { phone: '+14155552671' }, callback: true }, leadHeaders())
    ).json();
    const [call] = await store.listCalls({ lead });
    const id = { leads: lead, calls: call?.id, webhooks: crypto.randomUUID() }[list];
    await store.erase({ leads: [lead] });
    const response = await get(`/admin/api/${list}?before=${id}`, headers);
    expect([response.status, (await response.json()).code]).toEqual([409, 'wrong-state']);
  },
);

it('calls behind one that was erased are not reported as ended', async () => {
  const { post } = await startHarness({ adminToken });
  const body = { outcome: 'skipped', before: crypto.randomUUID() };
  const response = await post('/admin/api/calls/end-unknown', body, headers);
  expect([response.status, (await response.json()).code]).toEqual([409, 'wrong-state']);
});
