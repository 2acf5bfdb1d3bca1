import { createHook } from 'node:async_hooks';
import { afterAll, beforeEach, expect, it } from 'vitest';
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
beforeEach(() => {
  compressedCount = 0;
});

async function visitors(config: Record<string, unknown> = {}) {
  const { get } = await startHarness({ hostedChat: true, ...config });
  return async (query = '', language = 'en') => {
    const response = await get(`/chat${query}`, { 'accept-encoding': 'br', 'accept-language': language });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
    return response.headers.get('etag');
  };
}

// Each visit compressed the page at the slowest level.
it('compresses a page once, for all who ask for the same', async () => {
  const visit = await visitors({ forms: { default: {}, prices: {} } });
  const tags = new Set<string | null>();
  for (let round = 0; round < 4; round++) {
    for (const query of ['', '?theme=dark', '?form=prices', '?utm_source=poster', `?utm_source=mail-${round}`]) {
      tags.add(await visit(query));
    }
    tags.add(await visit('', 'he'));
  }
  expect([tags.size, compressedCount]).toEqual([4, 4]);
});

it('keeps the page that is asked for, however many others somebody makes up', async () => {
  const visit = await visitors();
  for (let index = 0; index < 120; index++) {
    await visit(`?locale=en-x-${index}`);
    await visit();
  }
  expect(compressedCount).toBe(121);
  // None of them is kept for ever.
  await visit('?locale=en-x-0');
  expect(compressedCount).toBe(122);
});
