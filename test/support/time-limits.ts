import { vi } from 'vitest';

/** For what comes in milliseconds on an idle machine. The second that the libraries allow is too short on a busy one. */
const timeout = 10_000;

const { waitFor } = vi;
vi.waitFor = (condition, options = {}) =>
  waitFor(condition, typeof options === 'number' ? options : { timeout, ...options });

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/preact');
  configure({ asyncUtilTimeout: timeout });
}
