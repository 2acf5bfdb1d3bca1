// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import * as keys from '../../src/options/storage-keys.ts';
import { createDeletionStamp, deleteStored, followDeletion, hasResumable } from '../../src/options/stored-data.ts';

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
  deleteStored('denied');
  expect(Object.keys(localStorage).toSorted()).toEqual(['leadchat-admin', 'leadchat:leads', 'other']);
  deleteStored('forgotten');
  expect([localStorage, sessionStorage].map((area) => Object.keys(area).toSorted())).toEqual([
    ['leadchat-admin', 'other'],
    ['leadchat-admin', 'other'],
  ]);
});

// Cause: only a chat that had begun heard of it, and each tab has a storage of its own, in which its form was left.
it.each(['denied', 'forgotten', 'reset'] as const)(
  'deletes in the other tabs what each stores for itself: %s',
  (deletion) => {
    const [key, newValue] = [keys.deletionKey, `${deletion} 1 5`];
    deleteStored(deletion, { id: '1', at: 5 });
    expect(localStorage).toHaveLength(0);
    // As it is in another tab, in which the next person may have begun.
    localStorage.setItem('leadchat:flow', '{}');
    for (const own of ['leadchat-form:flow', 'leadchat:flow:outbox', 'leadchat:leads', 'other']) {
      sessionStorage.setItem(own, '{}');
    }
    const lifetime = new AbortController();
    onTestFinished(() => lifetime.abort());
    const listener = vi.fn();
    followDeletion(lifetime.signal, listener);
    for (const event of [
      { key, newValue },
      { key, newValue: null },
      { key: 'other', newValue },
    ]) {
      dispatchEvent(new StorageEvent('storage', event));
    }
    expect(listener.mock.calls).toEqual([[deletion, { id: '1', at: 5 }]]);
    expect(Object.keys(localStorage)).toEqual(['leadchat:flow']);
    // A chat sends its leads from memory, and deletes them.
    expect(Object.keys(sessionStorage).toSorted()).toEqual(
      deletion === 'denied' ? ['leadchat:leads', 'other'] : ['other'],
    );
  },
);

// Cause: the browser tells other tabs only, and a chat of another flow is in none of the channels.
it('tells the other widgets of the page what was deleted', () => {
  const lifetime = new AbortController();
  onTestFinished(() => lifetime.abort());
  const listener = vi.fn();
  followDeletion(lifetime.signal, listener);
  deleteStored('reset', { id: '1', at: 5 });
  expect(listener.mock.calls).toEqual([['reset', { id: '1', at: 5 }]]);
});

it('takes a deletion of a tab of an earlier build for one without an id of its own', () => {
  const lifetime = new AbortController();
  onTestFinished(() => lifetime.abort());
  const listener = vi.fn();
  followDeletion(lifetime.signal, listener);
  dispatchEvent(new StorageEvent('storage', { key: keys.deletionKey, newValue: 'reset' }));
  expect(listener.mock.calls).toEqual([['reset', { id: 'reset', at: expect.any(Number) }]]);
});

// Cause: the second deletion had the id of the first one, and chats elsewhere took it for that.
it('gives each deletion its own id, and a time, whatever the page makes of random numbers and dates', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const dates = vi.spyOn(Date, 'now');
  const [first, second] = [5, 6].map((at) => {
    // Some libraries return a Date.
    dates.mockReturnValue(Object(new Date(at)));
    return createDeletionStamp();
  });
  expect([first?.at, second?.at]).toEqual([5, 6]);
  expect(first?.id).not.toBe(second?.id);
  expect(first?.id).toMatch(/^[^ ]+$/);
});
