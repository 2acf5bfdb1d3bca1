import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { at, type StoreUnderTest, stored, sweepAll } from './contract.ts';

const dayMs = 86_400_000;

export function testNotes(prepare: () => Promise<StoreUnderTest>): void {
  describe('for notes', () => {
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

    const write = (lead: string, text: string) => store.addNote(lead, { at, by: 'Ada', text });
    const textsOf = async (lead: string) => (await store.listNotes(lead)).map(({ text }) => text);

    it('keeps what operators write about a lead, in their order, and exports it', async () => {
      const phone = '14155559881';
      const [lead, other] = [await stored(store, { phone }), await stored(store)];
      expect(await write(lead, "Called: '); DROP TABLE notes; --")).toBe(true);
      await write(lead, 'Wants the yearly plan 🙂');
      await write(other, 'Of somebody else');
      expect(await store.listNotes(lead)).toEqual([
        { id: expect.any(Number), at, by: 'Ada', text: "Called: '); DROP TABLE notes; --" },
        { id: expect.any(Number), at, by: 'Ada', text: 'Wants the yearly plan 🙂' },
      ]);
      const { notes = [] } = await store.phoneRecords(phone);
      expect(notes.map((note) => [note.lead, note.text])).toEqual([
        [lead, "Called: '); DROP TABLE notes; --"],
        [lead, 'Wants the yearly plan 🙂'],
      ]);
    });

    it('erases them with the person, also while one is being written', async () => {
      const phone = '14155559882';
      const lead = await stored(store, { phone });
      await write(lead, 'Wants the yearly plan');
      await Promise.all([store.erase({ phone }), ...Array.from({ length: 5 }, () => write(lead, 'meanwhile'))]);
      expect(await textsOf(lead)).toEqual([]);
      expect(await write(lead, 'too late')).toBe(false);
      expect(await textsOf(lead)).toEqual([]);
    });

    it('deletes them with the personal data of their lead, and takes no more', async () => {
      const lead = await stored(store, { acceptedAt: at });
      await write(lead, 'Wants the yearly plan');
      await store.closeLead(lead, { now: at, by: 'Ada' });
      const retention = { scrubAfterMs: 7 * dayMs, deleteAfterMs: 37 * dayMs };
      await sweepAll(store, { now: at + 8 * dayMs, ...retention });
      expect(await store.find(lead)).toMatchObject({ phone: '' });
      expect(await textsOf(lead)).toEqual([]);
      expect(await write(lead, 'too late')).toBe(false);
    });
  });
}
