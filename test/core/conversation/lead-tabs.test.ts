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
});
