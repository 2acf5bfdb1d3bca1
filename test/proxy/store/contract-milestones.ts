import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { at, type StoreUnderTest } from './contract.ts';

export function testMilestones(prepare: () => Promise<StoreUnderTest>): void {
  describe('for what has happened for the first time', () => {
    let under: StoreUnderTest;
    let store: LeadStore;
    beforeAll(async () => {
      under = await prepare();
      store = await under.open();
    });
    afterAll(async () => {
      await store?.close();
      await under?.remove();
    });

    it('keeps the first time of each, and leaves out what it does not know', async () => {
      expect(await store.listMilestones()).toEqual([]);
      await Promise.all([
        store.recordMilestone({ name: 'page', at, detail: 'https://www.example.com/' }),
        store.recordMilestone({ name: 'lead', at }),
      ]);
      await store.recordMilestone({ name: 'page', at: at + 1, detail: 'https://www.example.com/later' });
      await under.execute(`INSERT INTO milestones (name, at) VALUES ('of-a-newer-build', 1)`);
      const found = await store.listMilestones();
      expect(found.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
        { name: 'lead', at, detail: undefined },
        { name: 'page', at, detail: 'https://www.example.com/' },
      ]);
    });
  });
}
