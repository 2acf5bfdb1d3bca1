import { expect, it } from 'vitest';
import { leadHeaders, startHarness } from '../proxy/support/harness.ts';
import { signIn } from './sign-in.ts';

const balancer = '10.0.0.7';

/** The dashboard of somebody whom a reverse proxy has signed in, with the proxy's real API. */
async function openAs(email: string) {
  const harness = await startHarness({
    trustedProxies: [balancer],
    operatorHeader: 'X-Forwarded-Email',
    operatorRoles: { 'vera@example.com': 'viewer' },
  });
  const fields = { phone: '+14155552671', first_name: 'Ada', last_name: 'Lovelace' };
  const { lead } = await (await harness.post('/leads', { form: 'default', fields }, leadHeaders())).json();
  const state = await signIn(harness, '', {
    headers: { 'x-forwarded-email': email },
    remoteAddress: balancer,
  });
  return { state, lead };
}

it('lets in whom a reverse proxy has signed in, without a token', async () => {
  const { state } = await openAs('vera@example.com');
  expect(state.session.status.value).toBe('signed-in');
  expect(state.overview.value?.operator).toEqual({ name: 'vera@example.com', role: 'viewer' });
  const stranger = await openAs('eve@example.org');
  expect(stranger.state.session.status.value).toBe('signed-out');
  expect(stranger.state.session.notice.value).toContain('You have no role here.');
});

it('shows a viewer initials in the list, and the whole lead once it is opened, also after a refresh', async () => {
  const { state, lead } = await openAs('vera@example.com');
  await state.list.showView('all');
  expect(state.list.leads.value[0]).toMatchObject({ phone: '…71', record: { first_name: 'A.', last_name: 'L.' } });
  await state.showLead(lead);
  expect(state.list.selected.value).toMatchObject({ lead, phone: '14155552671', record: { first_name: 'Ada' } });
  await state.refresh();
  expect(state.list.selected.value).toMatchObject({ phone: '14155552671' });
});
