// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { type ResolvedOptions, readOptions, type WidgetOptions } from '../../../src/options/index.ts';
import { createPanelSize } from '../../../src/widget/panel/panel-size.ts';

const key = 'leadchat-size';

function createSize(overrides: WidgetOptions = {}) {
  const read = (given: WidgetOptions): ResolvedOptions =>
    readOptions({ proxy: {}, attributes: {}, overrides: given }).options;
  const options = signal(read(overrides));
  const size = createPanelSize(options);
  onTestFinished(size.dispose);
  const update = (given: WidgetOptions) => {
    options.value = read(given);
  };
  return { ...size, update };
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

it('keeps the size for the next page, and forgets a normal one', () => {
  const first = createSize();
  expect(first.isLarge.value).toBe(false);
  first.setLarge(true);
  expect([first.isLarge.value, createSize().isLarge.value]).toEqual([true, true]);
  createSize().setLarge(false);
  expect([createSize().isLarge.value, localStorage.length]).toEqual([false, 0]);
});

it.each<WidgetOptions>([{ consent: 'required' }, { consent: 'denied' }, { storage: 'none' }])(
  'holds on this page alone with %o',
  (options) => {
    const size = createSize(options);
    size.setLarge(true);
    expect([size.isLarge.value, localStorage.length, sessionStorage.length]).toEqual([true, 0, 0]);
  },
);

it('stores or reads the size when the visitor agrees to storing later', () => {
  const chosen = createSize({ consent: 'required' });
  chosen.setLarge(true);
  chosen.update({ consent: 'granted' });
  expect(localStorage.getItem(key)).toBe('large');
  const next = createSize({ consent: 'required' });
  expect(next.isLarge.value).toBe(false);
  next.update({ consent: 'granted' });
  expect(next.isLarge.value).toBe(true);
});

it('stores nothing again after the visitor is forgotten', () => {
  const size = createSize();
  size.setLarge(true);
  localStorage.clear();
  size.forget();
  size.update({ title: 'Another' });
  expect([size.isLarge.value, localStorage.length]).toEqual([false, 0]);
});

it('stands storage that the browser blocks', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const size = createSize();
  size.setLarge(true);
  expect(size.isLarge.value).toBe(true);
});
