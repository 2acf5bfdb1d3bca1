import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { maxSavedReceivers, type SavedReceiver } from '../../../src/proxy/store/queries/saved-receivers.ts';
import { at, type StoreUnderTest, stored } from './contract.ts';

export function testSavedReceivers(prepare: () => Promise<StoreUnderTest>): void {
  describe('for receivers that are saved', () => {
    const sales: SavedReceiver = {
      ...{ name: 'Sales on Slack', version: 1, at, by: 'Ada', format: 'slack' },
      ...{ events: ['lead.accepted'], states: ['pending'], sealed: 'v1.key.text' },
    };
    let under: StoreUnderTest;
    let store: LeadStore;
    beforeAll(async () => {
      under = await prepare();
      store = await under.open(undefined, { receivers: [], hasSavedReceivers: true });
    });
    afterAll(async () => {
      await store?.close();
      await under?.remove();
    });

    const receiversOf = async (of: LeadStore, lead: string) =>
      (await of.listWebhooks({ lead })).map(({ receiver }) => receiver);

    it('writes webhooks for them from the moment that they are saved, and in other proxies once they look', async () => {
      const other = await under.open(undefined, { receivers: [], hasSavedReceivers: true });
      expect(await receiversOf(other, await stored(other))).toEqual([]);
      expect(await receiversOf(store, await stored(store))).toEqual([]);
      expect(await store.saveReceiver(sales)).toBe(true);
      expect(await receiversOf(store, await stored(store))).toEqual([sales.name]);
      // In another state than the receiver wants.
      expect(await receiversOf(store, await stored(store, { held: 'honeypot' }))).toEqual([]);
      expect(await other.listReceivers()).toEqual([sales]);
      expect(await receiversOf(other, await stored(other))).toEqual([sales.name]);
      // One that starts later, or whose thread was restarted, need not look first.
      const later = await under.open(undefined, { receivers: [], hasSavedReceivers: true });
      expect(await receiversOf(later, await stored(later))).toEqual([sales.name]);
      await Promise.all([other.close(), later.close()]);
    });

    it('counts what waits for them as theirs, and not as webhooks without receiver', async () => {
      expect(await store.orphanedWebhookCount()).toBe(0);
      const claim = { receiver: sales.name, owner: randomUUID(), now: at, leaseMs: 1_000, limit: 1 };
      const { webhooks } = await store.claimWebhooks(claim);
      const id = webhooks[0]?.id ?? '';
      await store.settleWebhook(id, claim.owner, { state: 'dead', at, answer: '410' });
      expect(await store.replayWebhook(id, at)).toBe(true);
      const without = await under.open(undefined, { receivers: [] });
      expect(await without.orphanedWebhookCount()).toBeGreaterThan(0);
      await without.close();
    });

    it('lets the configuration win that has a receiver of the same name', async () => {
      const events = ['lead.accepted' as const];
      const configured = { name: sales.name, url: 'https://hooks.example.com/sales', events };
      const own = await under.open(undefined, { receivers: [configured], hasSavedReceivers: true });
      expect(await receiversOf(own, await stored(own))).toEqual([sales.name]);
      await own.close();
    });

    it('writes none for them where the settings of the dashboard are off', async () => {
      const off = await under.open(undefined, { receivers: [] });
      expect(await off.listReceivers()).toEqual([sales]);
      expect(await receiversOf(off, await stored(off))).toEqual([]);
      await off.close();
    });

    it('lets one of several changes of the same version win', async () => {
      const { states: _, ...changed } = { ...sales, version: 2, events: ['lead.dead' as const] };
      const other = await under.open();
      const saved = await Promise.all([
        store.saveReceiver(changed),
        other.saveReceiver({ ...changed, by: 'Grace' }),
        other.saveReceiver({ ...sales, by: 'Grace' }),
      ]);
      expect(saved.filter(Boolean)).toHaveLength(1);
      expect(await store.listReceivers()).toMatchObject([{ version: 2, events: ['lead.dead'] }]);
      expect((await store.listReceivers())[0]).not.toHaveProperty('states');
      expect(await store.removeReceiver(sales.name, 1)).toBe(false);
      await other.close();
    });

    it('leaves out events that only a newer leadchat knows, and reads damaged ones as none', async () => {
      await under.execute(`UPDATE saved_receivers SET events = '["lead.beamed","lead.dead"]'`);
      expect((await store.listReceivers())[0]?.events).toEqual(['lead.dead']);
      await under.execute(`UPDATE saved_receivers SET events = '{'`);
      expect((await store.listReceivers())[0]?.events).toEqual([]);
    });

    it('stores the messages of one that is renamed as before, and lets one of two with the same new name win', async () => {
      await under.execute(`UPDATE saved_receivers SET events = '["lead.accepted"]'`);
      const rival: SavedReceiver = { ...sales, name: 'Rival' };
      expect(await store.saveReceiver(rival)).toBe(true);
      const other = await under.open();
      const renamed = await Promise.all([
        store.saveReceiver({ ...sales, version: 3, shownName: 'Team' }),
        other.saveReceiver({ ...rival, version: 2, shownName: 'Team' }),
      ]);
      expect(renamed.filter(Boolean)).toHaveLength(1);
      // Nobody is added who would be called so, too; and a name that nobody has any more is free.
      expect(await other.saveReceiver({ ...sales, name: 'Team' })).toBe(false);
      const [sold, rivals] = renamed[0] === true ? [3, 1] : [2, 2];
      expect(await store.removeReceiver(rival.name, rivals)).toBe(true);
      expect(await store.saveReceiver({ ...sales, version: sold + 1, shownName: rival.name })).toBe(true);
      const lead = await stored(store);
      expect(await receiversOf(store, lead)).toEqual([sales.name]);
      // Removed, it leaves its messages to nobody who is called by its first name next.
      expect(await store.removeReceiver(sales.name, sold + 1)).toBe(true);
      expect(await receiversOf(store, lead)).toEqual([`${rival.name} (removed)`]);
      expect(await store.saveReceiver(sales)).toBe(true);
      expect(await store.saveReceiver({ ...sales, version: 2 })).toBe(true);
      await other.close();
    });

    it('leaves what has arrived at a renamed one to nobody who could get it again, however much that is', async () => {
      const earlier: SavedReceiver = { ...sales, name: 'Earlier' };
      expect(await store.saveReceiver(earlier)).toBe(true);
      expect(await store.saveReceiver({ ...earlier, version: 2, shownName: 'Later' })).toBe(true);
      const lead = await stored(store);
      await under.execute(`
        INSERT INTO webhooks (webhook, receiver, lead, type, facts, state, created_at, next_at, ended_at)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
        SELECT 'arrived ' || n, receiver, lead, type, facts, 'delivered', created_at, next_at, created_at
        FROM webhooks, numbers WHERE lead = '${lead}' AND receiver = 'Earlier'`);
      expect(await store.removeReceiver('Earlier', 2)).toBe(true);
      expect(await store.saveReceiver(earlier)).toBe(true);
      for (const webhook of ['arrived 1', 'arrived 1000', 'arrived 2500']) {
        expect(await store.listWebhooks({ webhook })).toMatchObject([{ receiver: 'Later (removed)' }]);
        expect(await store.replayWebhook(webhook, at)).toBe(false);
      }
      await under.execute(`DELETE FROM webhooks WHERE webhook LIKE 'arrived %'`);
      expect(await store.removeReceiver('Earlier', 1)).toBe(true);
    });

    it('writes nothing for one that is removed, and keeps their number small, also of those that are added at once', async () => {
      expect(await store.removeReceiver(sales.name, 2)).toBe(true);
      expect(await receiversOf(store, await stored(store))).toEqual([]);
      for (let index = 1; index < maxSavedReceivers; index++) {
        expect(await store.saveReceiver({ ...sales, name: `r${index}` })).toBe(true);
      }
      const others = await Promise.all(Array.from({ length: 4 }, () => under.open()));
      const last = await Promise.all(
        others.map((other, index) => other.saveReceiver({ ...sales, name: `last ${index}` })),
      );
      expect(last.filter(Boolean)).toHaveLength(1);
      expect(await store.saveReceiver({ ...sales, name: 'one too many' })).toBe(false);
      expect(await store.listReceivers()).toHaveLength(maxSavedReceivers);
      await Promise.all(others.map((other) => other.close()));
    });
  });
}
