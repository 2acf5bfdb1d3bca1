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
  const connect = (token: string) =>
    createAdminClient('http://proxy/admin/api/', token, (url, init) =>
      harness.proxy.fetch(new Request(url, init), { remoteAddress: '192.0.2.9' }),
    );
  const state = createAdminState({ connect, saveToken: () => undefined, saveFile: () => undefined });
  await state.signIn(tokens[role]);
  await state.list.showView('delivered');
  await state.showLead(lead);
  return { state, lead: String(lead), agent: connect(tokens.agent) };
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
