// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { followConsentAnswer, tellConsentAnswer } from '../../src/options/index.ts';
import { consentKey } from '../../src/options/storage-keys.ts';

afterEach(() => vi.unstubAllGlobals());

function inAnotherTab(key: string, newValue: string | null): void {
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

it('tells the other tabs what the visitor has answered, and keeps nothing', () => {
  const calls: unknown[] = [];
  vi.stubGlobal('localStorage', {
    setItem: (...item: string[]) => calls.push(item),
    removeItem: (key: string) => calls.push(key),
  });
  for (const consent of ['granted', 'denied', 'required', undefined]) tellConsentAnswer(consent);
  expect(calls).toEqual([[consentKey, 'granted'], consentKey, [consentKey, 'denied'], consentKey]);
});

it('hears the answer of another tab until it ends', () => {
  const heard: string[] = [];
  const end = new AbortController();
  followConsentAnswer(end.signal, (answer) => heard.push(answer));
  inAnotherTab(consentKey, 'denied');
  inAnotherTab(consentKey, null);
  inAnotherTab(consentKey, 'perhaps');
  inAnotherTab('consent', 'granted');
  end.abort();
  inAnotherTab(consentKey, 'granted');
  expect(heard).toEqual(['denied']);
});
