import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { at, type StoreUnderTest, stored } from './contract.ts';

const dayMs = 86_400_000;

export function testAudit(prepare: () => Promise<StoreUnderTest>): void {
  describe('for the audit list', () => {
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

    const record = (by: string, days: number, lead?: string) =>
      store.recordAudit([{ at: at + days * dayMs, by, role: 'agent', action: 'lead-closed', lead }]);
    const names = async (query: { limit: number; before?: number; lead?: string }) =>
      (await store.listAudit(query)).map(({ by }) => by);

    it('lists what operators have done, the newest first, in pages and by lead', async () => {
      const [lead, other] = [crypto.randomUUID(), crypto.randomUUID()];
      await record('Ada', 0, lead);
      await store.recordAudit([
        { at, by: 'Grace', role: 'owner', action: 'leads-exported' },
        { at, by: 'Vera', role: 'viewer', action: 'lead-opened', lead: other },
      ]);
      const all = await store.listAudit({ limit: 10 });
      expect(all).toEqual([
        { id: expect.any(Number), at, by: 'Vera', role: 'viewer', action: 'lead-opened', lead: other },
        { id: expect.any(Number), at, by: 'Grace', role: 'owner', action: 'leads-exported', lead: undefined },
        { id: expect.any(Number), at, by: 'Ada', role: 'agent', action: 'lead-closed', lead },
      ]);
      expect(await names({ limit: 2 })).toEqual(['Vera', 'Grace']);
      expect(await names({ limit: 2, before: all[1]?.id ?? 0 })).toEqual(['Ada']);
      expect(await names({ limit: 10, lead })).toEqual(['Ada']);
      await under.execute(`UPDATE audit SET action = 'of-a-newer-build' WHERE author = 'Grace'`);
      expect(await names({ limit: 10 })).toEqual(['Vera', 'Ada']);
    });

    it('keeps it as long as the lead, and without one as long as leads are kept', async () => {
      const lead = await stored(store);
      await record('Kept with its lead', 0, lead);
      await record('Erased', 0, crypto.randomUUID());
      await record('New', 50, crypto.randomUUID());
      await store.sweep({ now: at + 60 * dayMs, scrubAfterMs: 7 * dayMs, deleteAfterMs: 37 * dayMs, limit: 100 });
      expect(await names({ limit: 10 })).toEqual(['New', 'Kept with its lead']);
    });

    it('exports with a person what was done with their leads, and nothing of others', async () => {
      const lead = await stored(store, { phone: '14155559871' });
      await record('Of this person', 0, lead);
      await record('Of nobody', 0, crypto.randomUUID());
      const { audit = [] } = await store.phoneRecords('14155559871');
      expect(audit.map(({ by, action, lead }) => ({ by, action, lead }))).toEqual([
        { by: 'Of this person', action: 'lead-closed', lead },
      ]);
      expect(await store.phoneRecords('14155559872')).not.toHaveProperty('audit');
    });
  });
}
