import { expect, it } from 'vitest';
import { ids, origin, startHarness } from '../support/harness.ts';

const pages = Array.from({ length: 50 }, (_, index) => ({
  url: `/page-${index}/*`,
  greeting: { en: 'Hello! '.repeat(40), de: 'Guten Tag! '.repeat(40) },
}));
const forms = { default: { callback: { agent: ids.agent } } };
const script = { body: new TextEncoder().encode("JSON.parse('<config>')"), type: 'text/javascript' };

// All options were read and checked anew for each: seconds of the processor for a page that a few hundred people open.
it.each(['/leadchat.js', '/config'])('%s costs no reading of the options for each visitor', async (path) => {
  const assets = { read: async (name: string) => (name === 'leadchat.js' ? script : undefined) };
  const { get } = await startHarness({ widget: { pages }, forms }, { assets });
  const load = async () => {
    const started = process.cpuUsage();
    for (let count = 0; count < 100; count++) expect((await get(path, { origin })).status).toBe(200);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000 / 100;
  };
  await load();
  // Milliseconds of the processor, the fewest: other work in this process only adds to them.
  expect(Math.min(await load(), await load(), await load())).toBeLessThan(2);
});
