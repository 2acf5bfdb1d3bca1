import { describe, expect, it } from 'vitest';
import { origin, startHarness } from '../support/harness.ts';

describe('the first page that loads the widget', () => {
  const opaque = [
    'A:',
    'data:text/html,x',
    'blob:x',
    'about:client',
    'javascript:void 0',
    'file:///home/x.html',
    'null',
  ];

  it.each(opaque)(
    'is not one without an address of its own, and gets its response all the same: %s',
    async (address) => {
      for (const header of ['origin', 'referer']) {
        const { proxy, store, log } = await startHarness({ origins: ['*'] });
        const response = await proxy.fetch(new Request('http://proxy/config', { headers: { [header]: address } }), {
          remoteAddress: '192.0.2.1',
        });
        expect(response.status, header).toBe(200);
        expect(log.lines.filter(({ event }) => event === 'request-failed')).toEqual([]);
        expect(await store.listMilestones()).toEqual([]);
      }
    },
  );

  it('is one in `origins`, without query and hash', async () => {
    const { proxy, store } = await startHarness();
    const load = (referer: string) =>
      proxy.fetch(new Request('http://proxy/config', { headers: { referer } }), { remoteAddress: '192.0.2.1' });
    await load('https://elsewhere.example/');
    await load(`${origin}/prices?token=canary#top`);
    await expect.poll(() => store.listMilestones()).toMatchObject([{ name: 'page', detail: `${origin}/prices` }]);
  });
});
