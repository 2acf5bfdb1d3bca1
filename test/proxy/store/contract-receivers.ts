import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import type { WebhookReceiver } from '../../../src/proxy/store/webhook-rows.ts';
import { at, type StoreUnderTest, stored } from './contract.ts';

const leaseMs = 20_000;
const events = ['lead.accepted' as const];
const first = { url: 'https://hooks.example.com/first', events };
const named = { ...first, name: 'chat' };
const moved = { name: 'chat', url: 'https://hooks.example.com/second', events };

export function testReceivers(prepare: () => Promise<StoreUnderTest>): void {
  describe('receivers of webhooks', () => {
    let under: StoreUnderTest;
    let opened: LeadStore[];
    beforeAll(async () => {
      under = await prepare();
      opened = [];
    });
    afterAll(async () => {
      await Promise.all(opened.map((store) => store.close()));
      await under.remove();
    });

    /** The store as a proxy with these receivers opens it. */
    const open = async (receivers: readonly WebhookReceiver[]) => {
      const store = await under.open(undefined, { receivers });
      opened.push(store);
      return store;
    };
    const claim = async (store: LeadStore, receiver: string, owner = randomUUID(), now = at) =>
      (await store.claimWebhooks({ receiver, owner, now, leaseMs, limit: 100 })).webhooks;
    /** A store with one webhook of a new lead, and no other that is pending or dead. */
    const withOne = async (receivers: readonly WebhookReceiver[]) => {
      const store = await open(receivers);
      await store.dismissWebhooks('dead', at);
      await (await open([])).dismissWebhooks('orphaned', at + 1_000_000);
      const lead = await stored(store);
      const [webhook] = await store.listWebhooks({ limit: 1 });
      if (webhook === undefined) throw new Error('nothing was stored');
      return { store, lead, id: webhook.id };
    };
    const end = async (store: LeadStore, receiver: string, now = at) => {
      const owner = randomUUID();
      for (const { id } of await claim(store, receiver, owner, now)) {
        await store.settleWebhook(id, owner, { state: 'dead', at, answer: '410' });
      }
    };
    const stateOf = async (store: LeadStore, id: string) => (await store.listWebhooks({ webhook: id }))[0]?.state;

    it('keep what waits for them when they get a name, and then another URL', async () => {
      const { store, lead } = await withOne([first]);
      const renamed = await open([named]);
      expect(await claim(renamed, 'chat')).toEqual([]);
      expect(await renamed.adoptWebhooks(100)).toBe(1);
      expect(await renamed.adoptWebhooks(100)).toBe(0);
      // Another proxy still has the earlier configuration.
      const later = await stored(store);
      expect(await renamed.adoptWebhooks(100)).toBe(1);
      const rotated = await open([moved]);
      expect(await rotated.orphanedWebhookCount()).toBe(0);
      expect((await claim(rotated, 'chat')).map((webhook) => webhook.lead.id)).toEqual([lead, later]);
    });

    it('get the dead and the delivered ones of their earlier URL, too, when those are replayed', async () => {
      const { store, lead, id } = await withOne([first]);
      await end(store, first.url);
      const renamed = await open([named]);
      expect(await renamed.replayDeadWebhooks(at)).toBe(1);
      expect((await claim(renamed, 'chat')).map((webhook) => webhook.lead.id)).toEqual([lead]);
      expect(await renamed.replayWebhook(id, at + leaseMs)).toBe(true);
      expect(await renamed.adoptWebhooks(1)).toBe(0);
    });

    // They became pending ones of a receiver that is missing, and the alert about dead ones became one about waiting ones.
    it('that are not configured get nothing by a replay', async () => {
      const { store, id } = await withOne([first]);
      await end(store, first.url);
      const without = await open([moved]);
      expect(await without.replayDeadWebhooks(at)).toBe(0);
      expect(await without.replayWebhook(id, at)).toBe(false);
      expect(await stateOf(store, id)).toBe('dead');
      expect(await store.replayWebhook(id, at)).toBe(true);
    });

    it('lose a dead webhook that is dismissed, one by one or all; a replay brings it back', async () => {
      const { store, id } = await withOne([first]);
      expect(await store.dismissWebhooks({ webhook: id }, at)).toBe(0);
      await end(store, first.url);
      const before = await store.webhookCounts();
      expect(await store.dismissWebhooks({ webhook: id }, at + 5)).toBe(1);
      expect(await store.webhookCounts()).toEqual({ ...before, dead: 0, dismissed: before.dismissed + 1 });
      expect(await store.dismissWebhooks({ webhook: id }, at + 6)).toBe(0);
      expect(await store.replayWebhook(id, at + 7)).toBe(true);
      await end(store, first.url, at + 7);
      expect(await store.dismissWebhooks('dead', at + 8)).toBe(1);
      expect(await stateOf(store, id)).toBe('dismissed');
    });

    it('that are gone leave webhooks that are counted, and dismissed if nobody posts them now', async () => {
      const { store, id } = await withOne([first]);
      await claim(store, first.url);
      const without = await open([moved]);
      expect(await without.orphanedWebhookCount()).toBe(1);
      expect(await store.orphanedWebhookCount()).toBe(0);
      // Another proxy still has the receiver, and is posting it.
      expect(await without.dismissWebhooks('orphaned', at + leaseMs - 1)).toBe(0);
      expect(await without.dismissWebhooks({ webhook: id }, at + leaseMs - 1)).toBe(0);
      expect(await without.dismissWebhooks('orphaned', at + leaseMs)).toBe(1);
      expect(await stateOf(store, id)).toBe('dismissed');
    });

    // The webhook kept its owner, so its replay was refused for ever.
    it('that are gone leave no webhook with an owner', async () => {
      const { store, id } = await withOne([first]);
      await claim(store, first.url);
      const request = { receivers: [], before: at + 1, limit: 10 };
      expect(await store.endOrphanedWebhooks({ ...request, now: at + leaseMs - 1 })).toBe(0);
      expect(await store.endOrphanedWebhooks({ ...request, now: at + leaseMs })).toBe(1);
      expect(await store.replayWebhook(id, at + leaseMs)).toBe(true);
    });

    it('can have a webhook replayed whose process has ended without a word', async () => {
      const { store, id } = await withOne([first]);
      await claim(store, first.url);
      expect(await store.replayWebhook(id, at + leaseMs - 1)).toBe(false);
      expect(await store.replayWebhook(id, at + leaseMs)).toBe(true);
    });
  });
}
