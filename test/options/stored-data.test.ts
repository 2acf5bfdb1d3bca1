// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as keys from '../../src/options/storage-keys.ts';
import { deleteStored, hasResumable } from '../../src/options/stored-data.ts';

beforeEach(() => localStorage.setItem('leadchat:flow', '{}'));

afterEach(() => {
  sessionStorage.clear();
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

// The next page looked only into the storage of the options, so a first message waited for a click.
it.each([
  ['messages that could not be sent', { session: null, messages: [{}], typedText: '' }, true],
  ['the text box alone', { session: null, messages: [], typedText: 'Hello' }, false],
])('finds %s in the storage of the tab: %j, %s', (_, unsent, isFound) => {
  localStorage.clear();
  sessionStorage.setItem('leadchat:flow:outbox', JSON.stringify({ version: 1, ...unsent }));
  expect(hasResumable({})).toBe(isFound);
  expect(hasResumable({ storage: 'session' })).toBe(isFound);
  expect(hasResumable({ storage: 'none' })).toBe(false);
  expect(hasResumable({ consent: 'required' })).toBe(false);
});

it('deletes everything of the widget in both storages, and nothing else', () => {
  const own = Object.values(keys).flatMap((key) => (typeof key === 'function' ? [key('flow')] : [key].flat()));
  own.splice(own.indexOf(keys.outboxSuffix), 1);
  for (const area of [localStorage, sessionStorage]) {
    for (const key of [...own, 'leadchat-admin', 'other']) area.setItem(key, '{}');
  }
  deleteStored({ keepsLeads: true });
  expect(Object.keys(localStorage).toSorted()).toEqual(['leadchat-admin', 'leadchat:leads', 'other']);
  deleteStored();
  expect([localStorage, sessionStorage].map((area) => Object.keys(area).toSorted())).toEqual([
    ['leadchat-admin', 'other'],
    ['leadchat-admin', 'other'],
  ]);
});
