// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { readAttribution } from '../../src/core/leads/attribution.ts';
import { createProxyGateway } from '../../src/core/leads/proxy-gateway.ts';
import { readOptions } from '../../src/options/read-options.ts';
import { watchTriggers } from '../../src/widget/panel/watch-triggers.ts';
import { type MemoryStorage, memoryStorage } from '../core/conversation/memory-storage.ts';
import { createSite, flowId, texts } from '../core/conversation/site.ts';
import { fakeProxy } from '../core/leads/fake-proxy.ts';
import { fakeVisitor } from '../core/leads/fake-visitor.ts';
import { manualClock } from '../support/manual-clock.ts';
import { waitFor } from '../support/wait-for.ts';

/**
 * What each version of the stored data looks like in browsers, by version and case. A version's files are never changed. When
 * a format changes, its version grows (src/core/effects/json-storage.ts), and the new one gets a new folder.
 */
const folder = 'test/stored';

type Stored = { local: Record<string, unknown>; session: Record<string, unknown> };

/** How each case shows that nothing of it was lost. */
const cases: Record<string, (local: MemoryStorage, tab: MemoryStorage, stored: Stored) => Promise<void>> = {
  async conversation(local, tab) {
    const { page, site, session } = await resume(local, tab);
    expect(texts(page)).toEqual(['Hi there, good to have you here!', 'Before', 'Thank you. When would suit you best?']);
    expect(page.chat.state.messages.value[2]).toMatchObject({ from: 'agent', author: { name: 'Nora' } });
    expect(site.service.last()?.path).toMatchObject({ session, reconnect: true });
  },
  async 'session-alone'(local, tab) {
    const { site, session } = await resume(local, tab);
    expect(site.service.last()?.path).toMatchObject({ session, reconnect: true });
  },
  async 'waiting-message'(local, tab) {
    const { page, site, session } = await resume(local, tab);
    expect(texts(page).filter((text) => text === 'Typed offline')).toHaveLength(1);
    expect(site.service.conversations.get(session)?.received).toEqual(['Typed offline']);
  },
  async 'waiting-lead'(local, _tab, stored) {
    const proxy = fakeProxy();
    const gateway = createProxyGateway('https://proxy.example/', {
      fetch: proxy.fetch,
      area: () => local,
      ...fakeVisitor(),
      clock: manualClock(),
      random: () => 1,
      createId: () => 'another',
      onWake: () => () => {},
    });
    gateway.flush();
    const { leads } = Object(stored.local['leadchat:leads']);
    const [lead] = leads;
    await waitFor(() => expect(proxy.requests).toMatchObject([{ key: lead.key, body: lead.request }]));
    await waitFor(() => expect(gateway.hasQueued()).toBe(false));
    gateway.destroy();
  },
  async attribution(local, _tab, stored) {
    const read = readAttribution({
      url: 'https://www.example.com/',
      rules: { keep: [], dropsClickIds: false },
      earlierPages: [],
      referrer: '',
      storage: local,
    });
    expect({ version: 1, ...read }).toEqual(stored.local['leadchat-attribution']);
  },
  async triggers(local) {
    const { options } = readOptions({
      proxy: {},
      attributes: {},
      overrides: { triggers: [{ type: 'delay', seconds: 0 }] },
    });
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const pageViews = {
      current: () => ({ url: 'https://example.com/', path: '/', startedAt: 0, isFirst: true }),
      subscribe: () => () => {},
    };
    const deps = {
      triggers: options.triggers,
      pageViews,
      fired: new Map(),
      fire: () => {},
      now: () => 1_795_240_700_000,
    };
    watchTriggers({ ...deps, area: () => local })();
    expect(timer).not.toHaveBeenCalled();
    watchTriggers({ ...deps, area: memoryStorage })();
    expect(timer).toHaveBeenCalledTimes(1);
    timer.mockRestore();
  },
};

async function resume(local: MemoryStorage, tab: MemoryStorage) {
  const site = createSite();
  const session = JSON.parse(local.getItem(`leadchat:${flowId}`) ?? '').session_id;
  site.service.conversations.set(session, { received: [], said: [] });
  for (const [key, value] of local.entries) site.area.setItem(key, value);
  const page = site.open({ tabStorage: tab });
  page.chat.start();
  await site.settle();
  return { site, page, session };
}

const asTexts = (values: Record<string, unknown>) =>
  memoryStorage(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])));

for (const version of readdirSync(folder).filter((name) => /^\d/.test(name))) {
  describe(`what version ${version} of the stored data left in a browser`, () => {
    it.each(readdirSync(`${folder}/${version}`).map((file) => file.replace('.json', '')))(
      'is still read: %s',
      async (name) => {
        const stored: Stored = JSON.parse(readFileSync(`${folder}/${version}/${name}.json`, 'utf8'));
        const check = cases[name];
        expect(check, 'every stored case has a check').toBeDefined();
        await check?.(asTexts(stored.local), asTexts(stored.session), stored);
      },
    );
  });
}
