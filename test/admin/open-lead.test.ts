import { expect, it } from 'vitest';
import { createAdminClient } from '../../src/admin/admin-client.ts';
import { createAdminState } from '../../src/admin/admin-state.ts';
import { leadHeaders, startHarness } from '../proxy/support/harness.ts';

const tokens = { viewer: 'viewer-token-0123456789-0123456789-012', agent: 'agent-token-0123456789-0123456789-0123' };

/** The state of an operator with this role, who has opened a held lead that their list does not have. */
async function openUnlisted(role: 'viewer' | 'agent') {
  const harness = await startHarness({
    operators: [
      { name: 'Vera', token: tokens.viewer, role: 'viewer' },
      { name: 'Ada', token: tokens.agent, role: 'agent' },
    ],
  });
  const body = { form: 'default', fields: { phone: '+14155552674', first_name: 'Lin' }, website: 'spam' };
  const { lead } = await (await harness.post('/leads', body, leadHeaders())).json();
  let isDown = false;
  const connect = (token: string) =>
    createAdminClient('http://proxy/admin/api/', token, async (url, init) => {
      if (isDown) throw new TypeError('fetch failed');
      return harness.proxy.fetch(new Request(url, init), { remoteAddress: '192.0.2.9' });
    });
  const state = createAdminState({ connect, saveToken: () => undefined, saveFile: () => undefined });
  await state.signIn(tokens[role]);
  await state.list.showView('delivered');
  await state.showLead(lead);
  const stopProxy = () => {
    isDown = true;
  };
  return { state, lead: String(lead), agent: connect(tokens.agent), harness, stopProxy };
}

// Only leads of the list were loaded again.
it('shows what becomes of a lead that a call, a message or a link has opened', async () => {
  const { state, lead, agent } = await openUnlisted('agent');
  expect(state.list.selected.value?.state).toBe('held');
  await agent.release(lead, 'none');
  await state.refresh();
  expect(state.list.selected.value?.state).toBe('pending');
});

it('keeps such a lead open after an action, as it is then', async () => {
  const { state, lead } = await openUnlisted('agent');
  const held = state.list.selected.value;
  if (held === null) throw new Error('no lead is open');
  await state.act('release', held);
  expect(state.list.selected.value).toMatchObject({ lead, state: 'pending' });
  await state.act('close', held, 'called by hand');
  expect(state.list.selected.value).toMatchObject({ lead, state: 'closed', closed: { reason: 'called by hand' } });
});

it('does not look at a lead again for a viewer, whose looks are recorded', async () => {
  const { state, lead, agent } = await openUnlisted('viewer');
  await agent.release(lead, 'none');
  for (let again = 0; again < 3; again++) await state.refresh();
  const audit = await agent.audit({ lead });
  const opened = audit.ok ? audit.value.entries.filter(({ action }) => action === 'lead-opened') : [];
  expect(opened).toHaveLength(1);
});

// The answer about the lead itself hid what had come of the action.
it('closes a lead that was erased elsewhere, without a word over the notice of the last action', async () => {
  const { state, lead, harness } = await openUnlisted('agent');
  state.session.notice.value = '3 leads erased.';
  await harness.store.erase({ leads: [lead] });
  await state.refresh();
  expect(state.list.selected.value).toBeNull();
  expect(state.session.notice.value).toBe('3 leads erased.');
});

it('keeps a lead open while the proxy does not respond', async () => {
  const { state, lead, stopProxy } = await openUnlisted('agent');
  stopProxy();
  await state.list.open(lead);
  expect(state.list.selected.value?.lead).toBe(lead);
  expect(state.session.notice.value).toBe('The proxy does not respond.');
});
