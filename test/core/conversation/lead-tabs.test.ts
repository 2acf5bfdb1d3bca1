import { describe, expect, it } from 'vitest';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite, type PageOptions } from './site.ts';

const lead = 'd1000000-0000-4000-8000-000000000001';

/** A visitor who leaves a lead in one tab, beside which another tab is open. `joins`: the other one is opened later. */
async function twoTabs(options: PageOptions, joins = false) {
  const site = createSite();
  const open = () => {
    const { chat } = site.open({ leadForm: 'required', gateway: fakeGateway(), ...options });
    chat.start();
    return chat;
  };
  const first = open();
  const early = joins ? undefined : open();
  await site.settle();
  first.leadForm?.set('phone', '+1 415 555 2671');
  await first.leadForm?.submit();
  await site.settle();
  const second = early ?? open();
  await site.settle();
  return { first, second, settle: site.settle };
}

describe('a lead that was left in another tab', () => {
  // Cause: each form kept a status of its own, which only its own submission changed.
  it.each([
    ['accepted', fakeGateway().outcome],
    ['queued', { status: 'queued', kept: 'storage' }],
  ] as const)('is %s at the form of each tab', async (status, outcome) => {
    const { first, second } = await twoTabs({ gateway: Object.assign(fakeGateway(), { outcome }) });
    expect([first, second].map(({ leadForm }) => leadForm?.status.value)).toEqual([status, status]);
  });

  it('can be followed by another one, whose form is not sent yet', async () => {
    const { first, second, settle } = await twoTabs({ afterLead: () => 'thanks' });
    first.newConversation();
    await settle();
    expect([first, second].map(({ leadForm }) => leadForm?.status.value)).toEqual(['editing', 'editing']);
  });

  // Cause: the tab knew the lead from the leading one, but not what had come of it.
  it('is known to a tab that joins where nothing may be stored', async () => {
    const { second } = await twoTabs({ storageConsent: 'required' }, true);
    expect(second.state.phase.value).toBe('chatting');
    expect(second.state.lead.value).toEqual({ status: 'accepted', lead });
    expect(second.leadForm?.status.value).toBe('accepted');
  });

  // Cause: the leading tab told that the lead waits only to tabs that were open when it began to.
  it('is known to wait to a tab that joins where nothing may be stored', async () => {
    const queued = Object.assign(fakeGateway(), { outcome: { status: 'queued', kept: 'memory' } });
    const { first, second } = await twoTabs({ storageConsent: 'required', gateway: queued }, true);
    expect(second.state.lead.value).toEqual(first.state.lead.value);
    expect(second.state.lead.value).toEqual({ status: 'queued', kept: 'memory' });
    second.newConversation();
    expect(second.state.phase.value).toBe('chatting');
  });

  // Cause: it was told only to tabs that were open when it was requested, and could be requested once more beside them.
  it('has its planned call in a tab that joins where nothing may be stored', async () => {
    const at = 1_800_000_000_000;
    const gateway = fakeGateway();
    gateway.requestCall = async () => ({ ok: true, call: { id: 'c1', token: 'secret' }, state: 'planned' });
    gateway.cancelCall = async () => true;
    const { open, settle } = createSite();
    const options: PageOptions = { leadForm: 'required', storageConsent: 'required', gateway };
    const { chat: first } = open(options);
    first.leadForm?.set('phone', '+1 415 555 2671');
    await first.leadForm?.submit();
    first.requestCall(at);
    await settle();
    const { chat: second } = open(options);
    second.start();
    await settle();
    expect(second.state.callback.value).toEqual({ status: 'requested', state: 'planned', at });
    second.cancelCall();
    await settle();
    expect([first, second].map(({ state }) => state.callback.value)).toMatchObject([
      { state: 'cancelled' },
      { state: 'cancelled' },
    ]);
  });
});
