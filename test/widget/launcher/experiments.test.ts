// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { variantsKey, type WidgetOptions } from '../../../src/options/index.ts';
import { createWidget, type PanelDeps, type Widget } from '../../../src/widget/launcher/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createFakePanel, launchers, loadPanel, panelLog, stubColors } from './support.ts';

const widgets: Widget[] = [];

const experiments: WidgetOptions['experiments'] = [
  {
    name: 'words',
    variants: [
      { name: 'ask', launcherText: 'Ask us' },
      { name: 'help', launcherText: 'Help?' },
    ],
  },
];

/** A page view of a visitor for whom chance is `at`. */
function show(at: number, overrides: WidgetOptions = {}): Widget {
  vi.spyOn(Math, 'random').mockReturnValue(at);
  const widget = createWidget({ overrides: { experiments, ...overrides } }, { loadPanel });
  widgets.push(widget);
  return widget;
}

function leave(): void {
  for (const widget of widgets.splice(0)) widget.destroy();
}

/** What another tab does to the storage. */
function inAnotherTab(change: () => void): void {
  change();
  dispatchEvent(new Event('storage'));
}

const stored = () => JSON.parse(localStorage.getItem(variantsKey) ?? 'null');
const words = () => launchers()[0]?.textContent;

beforeEach(stubColors);
afterEach(() => {
  leave();
  panelLog.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('shows the variant at once, stores nothing before the visitor uses the chat, and draws again on the next page', () => {
  const first = show(0);
  expect([words(), first.getState().variants]).toEqual(['Ask us', { words: 'ask' }]);
  first.update({ color: 'red' });
  expect(words()).toBe('Ask us');
  expect(localStorage).toHaveLength(0);
  leave();
  show(0.9);
  expect(words()).toBe('Help?');
});

it('keeps the variant once the visitor has opened the chat', () => {
  show(0.9).open();
  expect(stored()).toEqual({ words: 'help' });
  leave();
  const next = show(0);
  expect([words(), next.getState().variants]).toEqual(['Help?', { words: 'help' }]);
});

it('stores nothing when the panel is loaded, before the visitor opens the chat', async () => {
  show(0.9);
  launchers()[0]?.dispatchEvent(new Event('pointerenter'));
  await waitFor(() => expect(loadPanel).toHaveBeenCalled());
  expect(stored()).toBeNull();
});

it.each<[WidgetOptions]>([[{ consent: 'required' }], [{ consent: 'denied' }], [{ storage: 'none' }]])(
  'stores nothing with %j, and stays the same in this page view',
  (options) => {
    localStorage.setItem(variantsKey, '{"words":"ask"}');
    const widget = show(0.9, options);
    widget.open();
    widget.update({ color: 'red' });
    expect([words(), stored()]).toEqual(['Help?', { words: 'ask' }]);
  },
);

it('stores the variant of a visitor who agrees after they have opened the chat', () => {
  const widget = show(0.9, { consent: 'required' });
  widget.open();
  expect(stored()).toBeNull();
  widget.setConsent('granted');
  expect([words(), stored()]).toEqual(['Help?', { words: 'help' }]);
});

it('comes back to the stored variant if the consent comes before the visitor uses the chat', () => {
  localStorage.setItem(variantsKey, '{"words":"ask"}');
  const widget = show(0.9, { consent: 'required' });
  expect(words()).toBe('Help?');
  widget.setConsent('granted');
  expect(words()).toBe('Ask us');
});

// The page's own option still allowed it, and the visitor's answer in another tab was not asked for.
it('stores no variant here after the visitor has refused it in another tab', async () => {
  let deps: PanelDeps | undefined;
  loadPanel.mockImplementationOnce(async () => ({
    createPanel(given) {
      deps = given;
      return createFakePanel(given);
    },
  }));
  const widget = show(0.9, { consent: 'granted' });
  launchers()[0]?.dispatchEvent(new Event('pointerenter'));
  await waitFor(() => expect(widget.getState().loaded).toBe(true));
  deps?.answerStorageConsent('denied');
  widget.open();
  expect([words(), stored()]).toEqual(['Help?', null]);
  deps?.answerStorageConsent('granted');
  expect(stored()).toEqual({ words: 'help' });
});

it('takes over what another tab has stored, until the chat was used here', () => {
  const widget = show(0);
  inAnotherTab(() => localStorage.setItem(variantsKey, '{"words":"help"}'));
  expect(words()).toBe('Help?');
  widget.open();
  inAnotherTab(() => localStorage.setItem(variantsKey, '{"words":"ask"}'));
  expect(words()).toBe('Help?');
});

it('is forgotten when another tab deletes the visitor’s data', () => {
  show(0).open();
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  inAnotherTab(() => localStorage.clear());
  expect([words(), stored()]).toEqual(['Help?', null]);
});

it('is deleted and drawn again by reset(), and stored when the next visitor uses the chat', async () => {
  const widget = show(0);
  widget.open();
  await waitFor(() => expect(panelLog).toContain('open by api'));
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  widget.reset();
  expect([widget.getState().variants, stored()]).toEqual([{ words: 'help' }, null]);
  widget.close();
  widget.open();
  expect(stored()).toEqual({ words: 'help' });
});

it.each(['{', '[]', 'null', '5', '{"words":7}', '{"words":"gone"}', '{"__proto__":{"words":"help"}}'])(
  'draws anew if the storage contains %s',
  (text) => {
    localStorage.setItem(variantsKey, text);
    const widget = show(0);
    expect(words()).toBe('Ask us');
    widget.open();
    expect(stored()).toMatchObject({ words: 'ask' });
  },
);

it('stays on all pages, also on those without the experiment', () => {
  localStorage.setItem(variantsKey, '{"jobs":"b"}');
  show(0).open();
  expect(stored()).toEqual({ jobs: 'b', words: 'ask' });
});

it('is in the events, which a page without experiments does not notice', () => {
  const details: unknown[] = [];
  const widget = show(0);
  widget.on('open', (detail) => details.push(detail));
  widget.open();
  leave();
  const plain = show(0, { experiments: [] });
  plain.on('open', (detail) => details.push(detail));
  plain.open();
  expect(details).toEqual([{ variants: { words: 'ask' } }, {}]);
  expect(plain.getState().variants).toEqual({});
});

it('neither reads the storage nor listens to it on a page without experiments', () => {
  const read = vi.spyOn(Storage.prototype, 'getItem');
  // Listening alone makes the browser open the storage, and the page waits for that.
  const listen = vi.spyOn(globalThis, 'addEventListener');
  show(0, { experiments: undefined });
  dispatchEvent(new Event('storage'));
  expect(read).not.toHaveBeenCalled();
  expect(listen.mock.calls.map(([name]) => name)).not.toContain('storage');
});

it('follows other tabs from the moment that the page has experiments, and until it is destroyed', () => {
  const widget = show(0, { experiments: undefined });
  widget.update({ experiments });
  expect(words()).toBe('Ask us');
  inAnotherTab(() => localStorage.setItem(variantsKey, '{"words":"help"}'));
  expect(words()).toBe('Help?');
  const read = vi.spyOn(Storage.prototype, 'getItem');
  leave();
  inAnotherTab(() => localStorage.clear());
  expect(read).not.toHaveBeenCalled();
});

it('is shown if the storage is blocked or full', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  const widget = show(0.9);
  widget.open();
  expect([words(), widget.getState().variants]).toEqual(['Help?', { words: 'help' }]);
});
