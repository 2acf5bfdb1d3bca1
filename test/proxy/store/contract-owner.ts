import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoreOwner } from '../../../src/proxy/store/store-owner.ts';
import { type StoreUnderTest, stored } from './contract.ts';

const [first, second] = ['https://api.first.example/v1', 'https://api.second.example/v1'];

/** Two proxies of different services shared a database without a word, and delivered each other's leads. */
export function testOwner(prepare: () => Promise<StoreUnderTest>): void {
  describe('that a service owns', () => {
    let under: StoreUnderTest;
    beforeAll(async () => {
      under = await prepare();
    });
    afterAll(() => under?.remove());

    const open = async (owner?: StoreOwner) => (await under.open(owner)).close();
    const refusal = (found: string, wanted: string) => ({
      name: 'StoreError',
      code: 'unavailable',
      retryAfterMs: undefined,
      message: expect.stringMatching(new RegExp(`belongs to the service ${found}.*${wanted}.*--adopt-store`)),
    });

    it('belongs to nobody while it has no leads', async () => {
      await open({ service: first, mode: 'claim' });
      await open({ service: second, mode: 'claim' });
    });

    it('is refused to another service once it has leads, and stays as it is', async () => {
      const store = await under.open({ service: first, mode: 'claim' });
      await stored(store);
      await store.close();
      for (const mode of ['claim', 'check'] as const) {
        await expect(open({ service: second, mode })).rejects.toMatchObject(refusal(first, second));
      }
      await open({ service: 'https://API.first.example:443/v1', mode: 'claim' });
      await open();
    });

    it('is handed over with adopt, for good', async () => {
      await open({ service: second, mode: 'adopt' });
      await open({ service: second, mode: 'claim' });
      await expect(open({ service: first, mode: 'claim' })).rejects.toMatchObject(refusal(second, first));
    });

    it('of an earlier version belongs to the first service that claims it, not to one that only checks', async () => {
      await under.execute('DELETE FROM owner');
      await open({ service: first, mode: 'check' });
      await open({ service: second, mode: 'claim' });
      await expect(open({ service: first, mode: 'claim' })).rejects.toMatchObject(refusal(second, first));
    });
  });
}
