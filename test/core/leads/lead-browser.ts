import type { ConsentOutcome, LeadGateway, LeadOutcome, SettledLead } from '../../../src/core/leads/lead-gateway.ts';
import { createProxyGateway } from '../../../src/core/leads/proxy-gateway.ts';
import type { StorageConsent } from '../../../src/core/state/conversation.ts';
import type { LeadRequest } from '../../../src/protocol/proxy/requests.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type MemoryStorage, memoryStorage } from '../conversation/memory-storage.ts';
import { type FakeProxy, fakeProxy, unreachable } from './fake-proxy.ts';
import { fakeVisitor } from './fake-visitor.ts';

export const request: LeadRequest = {
  form: 'default',
  fields: { phone: '+1 415 555 2671', first_name: 'Ada' },
  chat: true,
};
/** Where the browser stores queued leads. */
export const key = 'leadchat:leads';

/** A browser with a page, and a proxy. */
export function createBrowser() {
  const proxy = fakeProxy();
  const ownStorage = memoryStorage();
  const clock = manualClock();
  let ids = 0;
  const pages: { wake: () => void }[] = [];
  const openPage = ({
    storageConsent = 'granted',
    storage = ownStorage,
    createId = () => `key-${++ids}`,
    random = () => 1,
  }: {
    storageConsent?: StorageConsent;
    storage?: MemoryStorage;
    createId?: () => string;
    random?: () => number;
  } = {}) => {
    const page = { wake: () => {} };
    pages.push(page);
    const settled: (SettledLead | ConsentOutcome)[] = [];
    const visitor = fakeVisitor();
    let isGranted = storageConsent === 'granted';
    const gateway = createProxyGateway('https://proxy.example/', {
      visitorSignal: visitor.visitorSignal,
      fetch: (...request) => proxy.fetch(...request),
      area: () => (isGranted ? storage : null),
      clock,
      random,
      createId,
      onWake: (listener) => {
        page.wake = listener;
        return () => {
          page.wake = () => {};
        };
      },
    });
    if (storageConsent === 'denied') gateway.moveFrom(storage);
    gateway.onSettled((outcome) => settled.push(outcome));
    /** The visitor allows storing from now on, or no longer. */
    const answer = (consent: 'granted' | 'denied') => {
      isGranted = consent === 'granted';
      gateway.moveFrom(isGranted ? null : storage);
    };
    const forget = () => {
      visitor.forget();
      gateway.forget();
    };
    return { gateway, settled, answer, forget, wake: () => page.wake() };
  };
  return { proxy, storage: ownStorage, clock, openPage };
}

export function readStored(storage: MemoryStorage): unknown[] {
  const { leads } = Object(JSON.parse(storage.getItem(key) ?? '{}'));
  return Array.isArray(leads) ? leads : [];
}

/** Submits a lead that waits in the browser. */
export function submitAway(gateway: LeadGateway, proxy: FakeProxy): Promise<LeadOutcome> {
  proxy.respond = unreachable;
  return gateway.submit(request);
}
