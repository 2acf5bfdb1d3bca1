import { describe, expect, it } from 'vitest';
import { createProxyGateway } from '../../../src/core/leads/proxy-gateway.ts';
import { createSite } from '../conversation/site.ts';
import { fakeProxy, unreachable } from './fake-proxy.ts';
import { fakeVisitor } from './fake-visitor.ts';

/** A visitor whose lead waits in the browser, in two tabs. `fails`: storing is denied before its first attempt fails. */
async function queueLead(storageConsent: 'granted' | 'required', fails?: PromiseWithResolvers<Response>) {
  const site = createSite();
  const proxy = fakeProxy();
  proxy.respond = fails === undefined ? unreachable : () => fails.promise;
  let ids = 0;
  const open = () => {
    const gateway = createProxyGateway('https://proxy.example', {
      fetch: proxy.fetch,
      storage: site.area,
      storageConsent,
      ...fakeVisitor(),
      clock: site.clock,
      random: () => 1,
      createId: () => `key-${++ids}`,
      onWake: () => () => {},
    });
    const { chat } = site.open({ gateway, leadForm: 'required', storageConsent });
    chat.start();
    return chat;
  };
  const [first, second] = [open(), open()];
  await site.settle();
  first.leadForm?.set('phone', '+1 415 555 2671');
  const submission = first.leadForm?.submit();
  if (fails !== undefined) {
    await site.settle();
    first.setStorageConsent('denied');
    fails.reject(new TypeError('Failed to fetch'));
  }
  await submission;
  await site.settle();
  const places = () => [first, second].map(({ state }) => Object(state.lead.value).kept);
  return { ...site, first, second, places };
}

// Cause: the state kept the place at which the lead was queued at first.
describe('the place of a lead that waits', () => {
  it('is the memory of its tab once the visitor allows no storing', async () => {
    const { first, second, settle, places } = await queueLead('granted');
    expect(places()).toEqual(['storage', 'storage']);
    first.setStorageConsent('denied');
    await settle();
    expect(places()).toEqual(['memory', 'memory']);
    for (const chat of [first, second]) chat.destroy();
  });

  it('is the memory of its tab if the visitor denies storing during its first attempt', async () => {
    const { first, second, places } = await queueLead('granted', Promise.withResolvers());
    expect(places()).toEqual(['memory', 'memory']);
    for (const chat of [first, second]) chat.destroy();
  });

  it('is the storage once the visitor allows it, in whichever tab', async () => {
    const { first, second, settle, places } = await queueLead('required');
    expect(places()).toEqual(['memory', 'memory']);
    second.setStorageConsent('granted');
    await settle();
    expect(places()).toEqual(['storage', 'storage']);
    for (const chat of [first, second]) chat.destroy();
  });

  it('stays the memory of its tab where the storage is full', async () => {
    const { area, first, second, settle, places } = await queueLead('required');
    area.capacity = 0;
    first.setStorageConsent('granted');
    await settle();
    expect(places()[0]).toBe('memory');
    for (const chat of [first, second]) chat.destroy();
  });
});
