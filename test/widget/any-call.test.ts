// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { attributeKinds } from '../../src/options/index.ts';
import type { PublicConfig } from '../../src/protocol/proxy/public-config.ts';
import { createWidget, installGlobal, type Widget } from '../../src/widget/launcher/index.ts';
import { anyObject, anyValue, hostileValues } from '../support/any-value.ts';
import { isLong, seed } from '../support/figures.ts';
import { waitFor } from '../support/wait-for.ts';
import { stubColors } from './launcher/support.ts';

const optionNames = [...Object.keys(attributeKinds), 'encodeMessage', 'colour'];
const config: PublicConfig = {
  flowId: 'f1000000-0000-4000-8000-000000000001',
  wssUrl: 'wss://chat.example',
  form: { name: 'default', fields: [{ name: 'phone', type: 'tel', required: true }] },
  widget: {},
};
const methods = [
  ...['init', 'open', 'close', 'toggle', 'show', 'hide', 'sendMessage', 'prefill', 'identify', 'setAttributes'],
  ...['setLocale', 'setTheme', 'setConsent', 'update', 'reset', 'getState', 'on', 'once', 'off'],
];
const loadPanel = () => import('../../src/widget/panel/index.ts');
const runs = { seed, numRuns: isLong ? 2_000 : 60 };
const anyMethod = fc.constantFrom(...methods).map((name) => () => name);
/** Any values of some options. */
const anyValues = fc.array(fc.tuple(fc.constantFrom(...optionNames), anyValue), { maxLength: 6 });
/** The errors that listeners of DOM events and timers throw: nobody catches them. */
let uncaught: unknown[] = [];

const call = (target: object, name: string, values: readonly unknown[]): unknown =>
  Reflect.apply(Reflect.get(target, name), target, values);
const codes = (listener: ReturnType<typeof vi.fn>) => listener.mock.calls.map(([{ code }]) => code);

// The first import takes longer than the time-out of a test.
beforeAll(() => import('../../src/widget/panel/index.ts'));

beforeEach(() => {
  stubColors();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  vi.stubGlobal('WebSocket', SilentSocket);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  uncaught = [];
  window.addEventListener('error', (event) => uncaught.push(event));
});

afterEach(() => {
  for (const widget of widgets.splice(0)) widget.destroy();
  document.body.replaceChildren();
  Reflect.deleteProperty(window, 'LeadChat');
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const widgets: Widget[] = [];

async function loaded(overrides: Record<string, unknown> = {}): Promise<Widget> {
  const widget = createWidget({ config, overrides }, { loadPanel });
  widget.open();
  await waitFor(() => expect(widget.getState().loaded).toBe(true));
  return widget;
}

describe('a widget', () => {
  // `triggers: [null]` threw out of createWidget(), which unmounted the root of a React page.
  it.each([...hostileValues.keys()])('is there with every option set to %s', async (name) => {
    const value = hostileValues.get(name);
    for (const option of optionNames) {
      const widget = createWidget({ config, overrides: { [option]: value } }, { loadPanel });
      expect(document.querySelectorAll('leadchat-widget'), option).toHaveLength(1);
      widget.destroy();
    }
    const widget = await loaded(Object.fromEntries(optionNames.map((option) => [option, value])));
    expect(widget.getState().loaded).toBe(true);
    widget.destroy();
    expect(uncaught).toEqual([]);
  });

  it('stands any options from the start, in attributes and calls, and reports the wrong ones', async () => {
    await fc.assert(
      fc.asyncProperty(anyValues, anyObject(optionNames), async (first, second) => {
        // The launcher reads attributes from elements, so only their values can be anything.
        const attributes = Object.fromEntries(first.map(([name, value]) => [name, value()]));
        const widget = createWidget({ config, attributes, overrides: Object(second()) }, { loadPanel });
        widget.open();
        await waitFor(() => expect(widget.getState().loaded).toBe(true));
        expect(document.querySelectorAll('leadchat-widget')).toHaveLength(1);
        widget.destroy();
      }),
      { ...runs, numRuns: runs.numRuns / 5 },
    );
    expect(uncaught).toEqual([]);
  });

  it.each(['before', 'after'])('stands any call %s the panel is loaded', async (when) => {
    const widget = when === 'after' ? await loaded() : createWidget({ config }, { loadPanel });
    fc.assert(
      fc.property(
        fc.constantFrom(...methods.filter((name) => name !== 'init')),
        fc.array(fc.oneof(anyObject(optionNames), anyValue), { maxLength: 3 }),
        (name, values) => {
          call(
            widget,
            name,
            values.map((value) => value()),
          );
        },
      ),
      runs,
    );
    widget.open();
    await waitFor(() => expect(widget.getState().loaded).toBe(true));
    widget.update({ title: 'Still here' });
    const dialog = () => document.querySelector('leadchat-widget')?.shadowRoot?.querySelector('[role=dialog]');
    await waitFor(() => expect(dialog()?.getAttribute('aria-label')).toBe('Still here'));
    widget.destroy();
    expect(uncaught).toEqual([]);
  });

  it('stands any call of the global and any stub', () => {
    const stubs = [
      null,
      5,
      [null],
      ['open'],
      [Symbol('call')],
      [[Symbol('name')]],
      [...hostileValues.values()],
      [[]],
      circularQueue(),
    ];
    for (const q of stubs) {
      Object.assign(window, { LeadChat: Object.assign(() => {}, { q }) });
      installGlobal(loadPanel, { config });
      const global: object = Reflect.get(window, 'LeadChat');
      fc.assert(
        fc.property(fc.oneof(anyMethod, anyValue), fc.array(anyValue), (name, values) => {
          const [method, first, ...rest] = [name, ...values].map((value) => value());
          // The second value of init() is not public: another script of leadchat passes it.
          const others = method === 'init' ? [] : rest;
          const result: unknown = Reflect.apply(Object(global), undefined, [method, first, ...others]);
          // Each init() makes another widget.
          if (method === 'init') widgets.push(Object(result));
        }),
        { seed, numRuns: 50 },
      );
      expect(document.querySelectorAll('leadchat-widget').length).toBeGreaterThan(0);
      call(global, 'destroy', []);
      document.body.replaceChildren();
      Reflect.deleteProperty(window, 'LeadChat');
    }
  });

  it.each<[string, unknown[]]>([
    ['sendMessage', [5]],
    ['prefill', [null]],
    ['identify', [Symbol('Ada')]],
    ['setAttributes', ['plan']],
    ['on', ['open', 'listener']],
    ['once', ['open', undefined]],
    ['update', ['hours']],
    ['update', [null]],
    ['update', [5]],
  ])('reports %s(%o) on the console and as an event, and ignores it', async (name, values) => {
    const widget = await loaded();
    const onError = vi.fn();
    widget.on('error', onError);
    call(widget, name, values);
    await waitFor(() => expect(codes(onError)).toEqual(['bad-call']));
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining(`${name}()`));
    widget.destroy();
  });

  it.each(['granted', 'required', 'denied'] as const)(
    'stores nothing after a misspelt consent, after %s',
    async (consent) => {
      const widget = await loaded({ consent });
      const onError = vi.fn();
      widget.on('error', onError);
      call(widget, 'setConsent', ['deny']);
      widget.sendMessage('Hello');
      await waitFor(() => expect(codes(onError)).toEqual(['bad-option']));
      // The default of the option is `granted`, so a misspelt refusal allowed storage.
      await waitFor(() => expect(localStorage).toHaveLength(0));
      widget.destroy();
    },
  );
});

describe('a destroyed widget', () => {
  // update() drew the appearance again, which put the element back into the page.
  it.each(['loaded', 'not loaded'])('ignores every method: %s', async (state) => {
    const widget = state === 'loaded' ? await loaded() : createWidget({ config }, { loadPanel });
    const load = vi.fn(loadPanel);
    const other = createWidget({ config }, { loadPanel: load });
    other.destroy();
    widget.destroy();
    const events = vi.fn();
    const names = ['open', 'close', 'consent', 'error', 'ready', 'destroy'];
    for (const name of names) window.addEventListener(`leadchat:${name}`, events);
    const values = new Map<string, unknown[]>([
      ['sendMessage', ['Hello']],
      ['prefill', [{ first_name: 'Ada' }]],
      ['identify', [{ first_name: 'Ada' }]],
      ['setAttributes', [{ plan: 'pro' }]],
      ['setLocale', ['de']],
      ['setTheme', ['dark']],
      ['setConsent', ['granted']],
      ['update', [{ open: true, triggers: [{ type: 'delay', seconds: 0 }], target: 'body' }]],
      ['on', ['open', events]],
    ]);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    for (const name of Object.keys(widget)) {
      for (const destroyed of [widget, other]) call(destroyed, name, values.get(name) ?? []);
    }
    // Whatever they have begun has ended.
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(60_000);
    for (const name of names) window.removeEventListener(`leadchat:${name}`, events);
    expect(document.querySelectorAll('leadchat-widget')).toHaveLength(0);
    expect(document.body.childNodes).toHaveLength(0);
    expect(load).not.toHaveBeenCalled();
    expect(events).not.toHaveBeenCalled();
  });
});

/** A socket that never opens. */
class SilentSocket extends EventTarget {
  static readonly CONNECTING = 0;
  readonly readyState = 0;
  send(): void {}
  close(): void {}
}

function circularQueue(): unknown[] {
  const queue: unknown[] = [];
  queue.push(queue);
  return queue;
}
