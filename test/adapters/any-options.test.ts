// @vitest-environment happy-dom
import fc from 'fast-check';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, shallowRef } from 'vue';
import { LeadChatElement } from '../../src/adapters/element/define.ts';
import * as react from '../../src/adapters/react/index.ts';
import * as vue from '../../src/adapters/vue/index.ts';
import { attributeKinds, widgetEventNames } from '../../src/options/index.ts';
import { anyObject, anyValue, hostileValues } from '../support/any-value.ts';
import { isLong, seed } from '../support/figures.ts';
import { launchers, panels } from './binding/fake-panels.ts';

vi.mock('../../src/widget/panel/index.ts', async () => (await import('./binding/fake-panels.ts')).panels);

const optionNames = [...Object.keys(attributeKinds), 'encodeMessage', 'colour'];
const callbackNames = [
  'onOpenChange',
  ...widgetEventNames.map((name) => `on${name[0]?.toUpperCase()}${name.slice(1)}`),
];
const propNames = [...optionNames, ...callbackNames, 'defaultOpen', 'id'];
const isOption = (name: string) => optionNames.includes(name);
const kinds = new Map<string, string>(Object.entries(attributeKinds));
const methods = [
  ...['open', 'close', 'toggle', 'show', 'hide', 'sendMessage', 'prefill', 'identify', 'setAttributes', 'setLocale'],
  ...['setTheme', 'setConsent', 'update', 'reset', 'destroy', 'on', 'once', 'off'],
];
const runs = { seed, numRuns: isLong ? 1_000 : 50, endOnFailure: true };
/** A prop with a value that is no object of options, as every framework passes it. */
const everyProp = [...hostileValues].flatMap(([label, value]) => propNames.map((name) => ({ name, label, value })));
/** The errors that nobody has caught. */
let uncaught: unknown[] = [];
const gather = (event: Event) => uncaught.push(Reflect.get(event, 'error'));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('CSS', { supports: () => true });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  uncaught = [];
  window.addEventListener('error', gather);
});

afterEach(() => {
  window.removeEventListener('error', gather);
  expect(uncaught).toEqual([]);
  expect(launchers()).toEqual([]);
  panels.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('React', () => {
  const page = document.createElement('div');
  const draw = (root: ReturnType<typeof createRoot>, props: unknown) =>
    act(async () => root.render(createElement('main', null, 'The page', createElement(react.LeadChat, Object(props)))));

  // A circular option or a bigint threw in an effect, after which React removed the page's whole root.
  it('keeps the root of the page with any value of any prop', async () => {
    const root = createRoot(page);
    await draw(root, {});
    for (const { name, label, value } of everyProp) {
      await draw(root, { [name]: value });
      expect(page.textContent, `${name}: ${label}`).toBe('The page');
    }
    await act(async () => root.unmount());
  });

  it('mounts with any props, and lets them change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyObject(propNames), { minLength: 1, maxLength: 4 }), async (list) => {
        const root = createRoot(page);
        for (const props of list) {
          await draw(root, { ...readable(props()) });
          expect([page.textContent, launchers().length]).toEqual(['The page', 1]);
        }
        await act(async () => launchers()[0]?.click());
        await act(async () => root.unmount());
      }),
      runs,
    );
  });

  it('ignores every method of a chat that was unmounted', async () => {
    const root = createRoot(page);
    let widget: react.Widget | null = null;
    await draw(root, { ref: (value: react.Widget | null) => (widget = value ?? widget) });
    await act(async () => root.unmount());
    callEverything(widget);
  });
});

describe('Vue', () => {
  const place = document.createElement('div');

  it('mounts with any props, and lets them change', async () => {
    await fc.assert(
      fc.asyncProperty(anyObject(propNames), anyObject(propNames), async (first, second) => {
        const props = shallowRef(withoutBooleans(readable(first())));
        const app = createApp(() => h('main', ['The page', h(vue.LeadChat, { ...props.value })]));
        // In development, Vue itself reads all props for the text of its warnings.
        app.config.warnHandler = () => {};
        app.mount(place);
        expect([place.textContent, launchers().length]).toEqual(['The page', 1]);
        props.value = withoutBooleans(readable(second()));
        await nextTick();
        launchers()[0]?.click();
        await nextTick();
        expect([place.textContent, launchers().length]).toEqual(['The page', 1]);
        app.unmount();
      }),
      runs,
    );
  });

  it('ignores every method of a chat that was unmounted', async () => {
    let widget: unknown;
    const app = createApp(() => h(vue.LeadChat, { ref: (value) => (widget = value ?? widget) }));
    app.mount(place);
    app.unmount();
    callEverything(widget);
  });
});

describe('<lead-chat>', () => {
  const launcherOf = (element: Element) => element.shadowRoot?.querySelector('.launcher');

  it('takes any value of any property', async () => {
    // Converting a title is the browser's own.
    for (const { name, label, value } of everyProp.filter((prop) => isOption(prop.name) && prop.name !== 'title')) {
      const element = new LeadChatElement();
      Reflect.set(element, name, value);
      document.body.append(element);
      Reflect.set(element, name, value);
      expect(launcherOf(element), `${name}: ${label}`).toBeTruthy();
      element.remove();
    }
    await nextTick();
  });

  it('takes any `options`, before and after it is in the page', async () => {
    fc.assert(
      fc.property(anyObject(optionNames), anyValue, (first, second) => {
        const element = new LeadChatElement();
        Reflect.set(element, 'options', first());
        document.body.append(element);
        Reflect.set(element, 'options', second());
        Reflect.set(element, 'options', first());
        expect(launcherOf(element)).toBeTruthy();
        element.remove();
      }),
      runs,
    );
    await nextTick();
  });

  it('ignores its properties and every method of its widget after it has left the page', async () => {
    const element = new LeadChatElement();
    document.body.append(element);
    const { widget } = element;
    element.remove();
    await nextTick();
    callEverything(widget);
    element.hidden = false;
    widget?.hide();
    expect(element.hidden).toBe(false);
    element.open = true;
    element.color = 'red';
    expect(launcherOf(element)).toBeNull();
  });
});

/** Calls every method of a destroyed widget. Afterwards, afterEach() looks for a launcher. */
function callEverything(widget: unknown): void {
  const events = vi.fn();
  for (const name of widgetEventNames) window.addEventListener(`leadchat:${name}`, events);
  for (const name of methods) {
    Reflect.apply(Reflect.get(Object(widget), name), widget, name === 'update' ? [{ open: true }] : ['granted']);
  }
  for (const name of widgetEventNames) window.removeEventListener(`leadchat:${name}`, events);
  expect(events).not.toHaveBeenCalled();
}

/** The own properties of a value, as a framework reads props. Empty if reading them throws, which throws in the page's code. */
function readable(value: unknown): Record<string, unknown> {
  try {
    // React and Vue themselves read these.
    const { key, ref, ref_for, ref_key, ...props } = Object(value);
    // A listener that throws is the page's own error: browsers report it, but happy-dom lets it out of dispatchEvent().
    return Object.fromEntries(
      Object.entries(props).filter(
        ([name, prop]) => !name.startsWith('on') || !(typeof prop === 'function' || Array.isArray(prop)),
      ),
    );
  } catch {
    return {};
  }
}

/** In development, Vue itself converts booleans of the wrong type to text, for its warning. */
function withoutBooleans(options: Record<string, unknown>): Record<string, unknown> {
  const isSwitch = (name: string) => ['boolean', 'switch-or-texts'].includes(kinds.get(name) ?? '');
  return Object.fromEntries(Object.entries(options).filter(([name]) => !isSwitch(name) && name !== 'defaultOpen'));
}
