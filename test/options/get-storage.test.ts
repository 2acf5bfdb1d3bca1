// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasResumable } from '../../src/options/get-storage.ts';

beforeEach(() => localStorage.setItem('leadchat:flow', '{}'));

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it.each([
  [{}, true],
  [{ storage: 'local', consent: 'granted' }, true],
  // The panel reads a name that it does not know as the default, and the launcher looked for `window.lokalStorage`.
  [{ storage: 'lokal' }, true],
  [{ storage: 'session' }, false],
  [{ storage: 'none' }, false],
  [{ consent: 'denied' }, false],
  // As in the panel, a misspelt refusal is no consent.
  [{ consent: 'denyed' }, false],
  [{ consent: null }, false],
])('finds a conversation in localStorage with %j: %s', (options, isFound) => {
  expect(hasResumable(options)).toBe(isFound);
});

it('finds nothing if the browser blocks the storage', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(hasResumable({})).toBe(false);
});
