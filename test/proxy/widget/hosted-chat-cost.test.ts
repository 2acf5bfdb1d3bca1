import { createHook } from 'node:async_hooks';
import { afterAll, expect, it } from 'vitest';
import { startHarness } from '../support/harness.ts';

/** How many bodies Node compressed: each makes a resource of zlib. */
let compressedCount = 0;
const hook = createHook({
  init(_id, type) {
    if (type === 'ZLIB') compressedCount++;
  },
}).enable();
afterAll(() => {
  hook.disable();
});

// Each locale is another page. It was compressed at the slowest level, so anybody could keep the threads busy that read files.
it('serves a page of a few packets as it is, whatever locales somebody makes up', async () => {
  const { get } = await startHarness({ hostedChat: true });
  for (let index = 0; index < 20; index++) {
    const response = await get(`/chat?locale=en-x-${index}`, { 'accept-encoding': 'br' });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
  }
  expect(compressedCount).toBe(0);
});
