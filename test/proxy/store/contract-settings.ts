import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { maxSettingsVersions } from '../../../src/proxy/store/queries/settings-store.ts';
import { at, type StoreUnderTest } from './contract.ts';

export function testSettings(prepare: () => Promise<StoreUnderTest>): void {
  describe('for settings', () => {
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

    const titled = (title: string) => ({ widget: { title }, forms: {} });
    const save = (version: number, title: string) =>
      store.saveSettings({ settings: titled(title), version, at: at + version, by: 'Ada' });

    it('knows no version before the first', async () => {
      expect(await store.settingsVersion()).toBe(0);
      expect(await store.readSettings()).toBeUndefined();
      expect(await store.listSettings()).toEqual([]);
    });

    it('keeps the versions, the newest first, and finds an earlier one', async () => {
      expect(await save(0, 'First')).toBe(1);
      expect(
        await store.saveSettings({ settings: titled('Second'), version: 1, at: at + 1, by: 'Grace', restored: 1 }),
      ).toBe(2);
      const first = { version: 1, at, by: 'Ada', settings: titled('First') };
      const second = { version: 2, at: at + 1, by: 'Grace', restored: 1, settings: titled('Second') };
      expect(await store.settingsVersion()).toBe(2);
      expect(await store.readSettings()).toEqual(second);
      expect(await store.readSettings(1)).toEqual(first);
      expect(await store.listSettings()).toEqual([second, first]);
    });

    it('lets one of several that save at the same time win', async () => {
      const other = await under.open();
      const saved = await Promise.all([
        save(2, 'Mine'),
        other.saveSettings({ settings: titled('Theirs'), version: 2, at, by: 'Grace' }),
        save(2, 'Mine again'),
      ]);
      await other.close();
      expect(saved.filter((version) => version !== undefined)).toEqual([3]);
      expect(await save(1, 'Late')).toBeUndefined();
      expect(await store.settingsVersion()).toBe(3);
    });

    it('reads what is damaged as a version without settings', async () => {
      expect(await save(3, 'Damaged')).toBe(4);
      await under.execute(`UPDATE settings SET content = '{"widget":' WHERE version = 4`);
      expect(await store.readSettings()).toEqual({ version: 4, at: at + 3, by: 'Ada' });
    });

    it('keeps the last hundred versions', async () => {
      for (let version = 4; version < maxSettingsVersions + 5; version++) await save(version, String(version));
      const versions = (await store.listSettings()).map(({ version }) => version);
      expect([versions.length, versions[0], versions.at(-1)]).toEqual([100, 105, 6]);
      expect(await store.readSettings(5)).toBeUndefined();
    });
  });
}
