import { describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import type { FunnelCount } from '../../../src/proxy/store/queries/funnel.ts';
import { at, type StoreUnderTest } from './contract.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Counters, of which all proxies of a database add to the same ones. */
export function testFunnel(current: () => { under: StoreUnderTest; store: LeadStore }): void {
  describe('the funnel', () => {
    /** Each test has its own year. */
    let year = at;
    const nextYear = () => {
      year += 366 * dayMs;
      return year;
    };
    const count = (more: Partial<FunnelCount>): FunnelCount => ({
      ...{ hour: year, form: 'default', dimension: 'page', value: '/', stage: 'opened', n: 1 },
      ...more,
    });
    const read = async (store: LeadStore, more: Partial<Parameters<LeadStore['readFunnel']>[0]> = {}) => {
      const query = { from: year, to: year + 2 * dayMs, dimension: 'page', by: 'value', ...more } as const;
      const sums = await store.readFunnel(query);
      return sums.sort((a, b) => (`${a.value} ${a.stage}` < `${b.value} ${b.stage}` ? -1 : 1));
    };

    it('adds to counters by hour, form, page and stage, and sums them up', async () => {
      const { store } = current();
      const hour = nextYear();
      await store.addToFunnel([count({ value: '/prices', n: 2 }), count({ value: '/prices', stage: 'message' })]);
      await store.addToFunnel([
        count({ value: '/prices', n: 3 }),
        count({ value: '/prices', hour: hour + hourMs, form: 'contact' }),
        count({ dimension: 'variant', value: 'greeting=b' }),
      ]);
      const ofDefault = { form: 'default', value: '/prices' };
      expect(await read(store, { form: 'default' })).toEqual([
        { ...ofDefault, stage: 'message', n: 1 },
        { ...ofDefault, stage: 'opened', n: 5 },
      ]);
      expect(await read(store, { from: hour + hourMs })).toEqual([
        { form: 'contact', value: '/prices', stage: 'opened', n: 1 },
      ]);
      expect(await read(store, { by: 'time', form: 'contact' })).toEqual([
        { form: 'contact', value: String(hour + hourMs), stage: 'opened', n: 1 },
      ]);
      expect(await read(store, { dimension: 'variant' })).toMatchObject([{ value: 'greeting=b', n: 1 }]);
      // The end of a time span belongs to the next one.
      expect(await read(store, { to: hour })).toEqual([]);
    });

    it('adds one batch that names a counter twice', async () => {
      const { store } = current();
      nextYear();
      await store.addToFunnel([count({}), count({ n: 4 })]);
      expect(await read(store)).toMatchObject([{ n: 5 }]);
    });

    it('counts the first 100 pages of a day apart, those of several proxies together', async () => {
      const { under, store } = current();
      const hour = nextYear();
      const other = await under.open();
      const pages = (prefix: string, length: number, more: Partial<FunnelCount> = {}) =>
        Array.from({ length }, (_, index) => count({ value: `/${prefix}/${index}`, ...more }));
      await Promise.all([store.addToFunnel(pages('a', 70)), other.addToFunnel(pages('b', 70))]);
      await other.addToFunnel(pages('c', 10));
      const sums = await read(store, { to: hour + dayMs });
      expect(sums.filter(({ value }) => value !== 'other')).toHaveLength(100);
      expect(sums.find(({ value }) => value === 'other')?.n).toBe(50);
      // Whoever invents names hides neither what the configuration names nor what people have read the day before.
      const named = { page: ['/contact'], variant: ['greeting=short'] };
      await other.addToFunnel([...pages('d', 5), count({ value: '/contact' })], named);
      expect((await read(store, { to: hour + dayMs })).find(({ value }) => value === '/contact')?.n).toBe(1);
      const visited = count({ value: sums[0]?.value ?? '', n: 7, hour: hour + dayMs });
      await other.addToFunnel(pages('e', 100, { hour: hour + dayMs }));
      await store.addToFunnel([visited]);
      expect((await read(store, { from: hour + dayMs })).find(({ value }) => value === visited.value)?.n).toBe(7);
      const variants = (length: number) =>
        Array.from({ length }, (_, index) => count({ dimension: 'variant', value: `invented-${index}=x` }));
      await store.addToFunnel([...variants(60), count({ dimension: 'variant', value: 'greeting=short' })], named);
      const ofVariants = (await read(store, { dimension: 'variant' })).map(({ value, n }) => [value, n]);
      expect(ofVariants).toHaveLength(22);
      expect(ofVariants).toContainEqual(['greeting=short', 1]);
      expect(ofVariants).toContainEqual(['other', 40]);
      // Known pages still have their own counter, and the next day has room again.
      const known = sums[0]?.value ?? '';
      await other.addToFunnel([count({ value: known }), ...pages('f', 3, { hour: hour + 2 * dayMs })]);
      expect((await read(store, { to: hour + dayMs })).find(({ value }) => value === known)?.n).toBe(2);
      const later = await read(store, { to: hour + 3 * dayMs });
      expect(later.filter(({ value }) => value.startsWith('/f/'))).toHaveLength(3);
      await other.close();
    });

    it('loses nothing when two proxies add to the same counter at the same time', async () => {
      const { under, store } = current();
      nextYear();
      const other = await under.open();
      const counts = [
        count({ n: 1 }),
        count({ stage: 'message', n: 1 }),
        count({ dimension: 'field', value: 'email' }),
      ];
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 === 0 ? store : other).addToFunnel(index % 3 === 0 ? counts : counts.toReversed()),
        ),
      );
      expect((await read(store)).map(({ n }) => n)).toEqual([40, 40]);
      await other.close();
    });

    it('is there after a restart, and deletes what is too old', async () => {
      const { under, store } = current();
      const hour = nextYear();
      await store.addToFunnel([count({}), count({ hour: hour + dayMs })]);
      const restarted = await under.open();
      expect((await read(restarted)).map(({ n }) => n)).toEqual([2]);
      await restarted.sweepFunnel(hour + 1);
      expect((await read(store)).map(({ n }) => n)).toEqual([1]);
      await restarted.close();
    });
  });
}
