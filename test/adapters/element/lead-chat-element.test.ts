// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import '../../../src/adapters/element/define.ts';
import { LeadChatElement } from '../../../src/adapters/element/index.ts';
import { attributeKinds, findOptionProblems } from '../../../src/options/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { panels } from '../binding/fake-panels.ts';

vi.mock('../../../src/widget/panel/index.ts', async () => (await import('../binding/fake-panels.ts')).panels);

function place(attributes: Record<string, string> = {}, parent: ParentNode = document.body): LeadChatElement {
  const element = document.createElement('lead-chat');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

function launcher(element: LeadChatElement): HTMLButtonElement | null | undefined {
  return element.shadowRoot?.querySelector<HTMLButtonElement>('.launcher');
}

/** The options of the newest panel. */
function currentOptions(): Readonly<Record<string, unknown>> {
  return panels.options ?? {};
}

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: (_: string, value: string) => /^#|^[a-z]+$/.test(value) && value !== 'undefined' });
});

afterEach(async () => {
  document.body.replaceChildren();
  await Promise.resolve();
  panels.clear();
  vi.unstubAllGlobals();
});

describe('<lead-chat>', () => {
  it('reports attributes and properties that resemble an option, and no other attribute', async () => {
    const page = {
      id: 'a',
      class: 'b',
      style: 'top:0',
      slot: 's',
      lang: 'en',
      dir: 'ltr',
      part: 'p',
      hidden: '',
      role: 'x',
    };
    const element = document.createElement('lead-chat');
    element.options = Object.assign({ leadForm: 'off' as const }, { greting: 'Hi' });
    for (const [name, value] of Object.entries({ ...page, 'data-colour': 'red', colour: 'red', 'flow-idd': 'x' })) {
      element.setAttribute(name, value);
    }
    document.body.append(element);
    element.widget?.open();
    await waitFor(() => expect(panels.deps).toHaveLength(1));
    const { attributes = {}, overrides = {} } = panels.deps[0]?.get() ?? {};
    expect(findOptionProblems({ proxy: {}, attributes, overrides })).toEqual([
      '[leadchat] option `greting` is unknown. Did you mean `greeting`?',
      '[leadchat] option `colour` is unknown. Did you mean `color`?',
      '[leadchat] option `flowIdd` is unknown. Did you mean `flowId`?',
    ]);
  });

  it('renders the launcher inside itself, with the language and appearance of its attributes', () => {
    const element = place({ 'flow-id': 'x', locale: 'fr', position: 'bottom-left' });
    expect(launcher(element)?.ariaLabel).toBe('Ouvrir le chat');
    expect(launcher(element)?.parentElement?.className).toBe('layer left');
  });

  it('applies changed attributes, and the default of a removed one', () => {
    const element = place({ locale: 'fr' });
    element.setAttribute('locale', 'de');
    expect(launcher(element)?.ariaLabel).toBe('Chat öffnen');
    element.removeAttribute('locale');
    expect(launcher(element)?.ariaLabel).toBe('Open chat');
    element.setAttribute('launcher', 'none');
    expect(launcher(element)?.hidden).toBe(true);
    element.removeAttribute('launcher');
    expect(launcher(element)?.hidden).toBe(false);
  });

  it('has a property for every option, which overrides its attribute', () => {
    const element = place({ locale: 'fr' });
    for (const name of [...Object.keys(attributeKinds), 'encodeMessage']) expect(name in element, name).toBe(true);
    expect(element.locale).toBe('fr');
    element.locale = 'it';
    expect(launcher(element)?.ariaLabel).toBe('Apri chat');
    element.locale = undefined;
    expect(launcher(element)?.ariaLabel).toBe('Ouvrir le chat');
    element.options = { locale: 'it', position: 'bottom-left' };
    expect([element.locale, element.position]).toEqual(['it', 'bottom-left']);
  });

  it('passes structured options to the panel as values, from attributes, properties and text in properties', async () => {
    const element = place({ offset: '{"x":4,"y":8}', open: '' });
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    expect(currentOptions()).toMatchObject({ offset: { x: 4, y: 8 } });
    const triggers = [{ type: 'delay' as const, seconds: 5 }];
    element.triggers = triggers;
    element.setAttribute('texts', 'no JSON');
    const encodeMessage = (text: string) => text;
    element.encodeMessage = encodeMessage;
    const userToken = () => Promise.resolve('token');
    element.userToken = userToken;
    expect(currentOptions()).toMatchObject({ triggers, texts: 'no JSON', encodeMessage });
    const first: unknown = currentOptions().userToken;
    expect(typeof first === 'function' && (await first())).toBe('token');
    // Also the same function is another one: after reset() it stands for the next visitor.
    element.userToken = userToken;
    expect(currentOptions().userToken).not.toBe(first);
  });

  it('adopts properties that were set before it was defined', () => {
    const early = document.createElement('lead-chat-early');
    Object.assign(early, { locale: 'de', position: 'bottom-left', open: true });
    document.body.append(early);
    class Early extends LeadChatElement {}
    customElements.define('lead-chat-early', Early);
    customElements.upgrade(early);
    if (!(early instanceof Early)) throw new Error('the element was not upgraded');
    expect(launcher(early)?.parentElement?.className).toBe('layer left');
    expect([early.locale, early.open]).toEqual(['de', true]);
    expect(Object.keys(early)).not.toContain('locale');
  });

  // Cause: only properties of options were set again, and `options` hid the setter of the class for ever.
  it('adopts `options`, in the order in which the page has set it and a property', () => {
    const tag = 'lead-chat-late-options';
    const early = document.createElement(tag);
    Object.assign(early, { locale: 'de', options: { locale: 'fr', position: 'bottom-left' }, color: '#063' });
    document.body.append(early);
    customElements.define(tag, class extends LeadChatElement {});
    customElements.upgrade(early);
    if (!(early instanceof LeadChatElement)) throw new Error('the element was not upgraded');
    expect(launcher(early)?.parentElement?.className).toBe('layer left');
    expect([early.locale, early.color, Object.keys(early)]).toEqual(['fr', '#063', []]);
    early.options = { locale: 'it' };
    expect(early.locale).toBe('it');
  });

  it('opens and closes by its attribute and its property, and reflects what the visitor does', async () => {
    const element = place();
    element.open = true;
    expect(launcher(element)?.classList.contains('open')).toBe(true);
    expect(element.hasAttribute('open')).toBe(true);
    await waitFor(() => expect(panels.log).toContain('open'));
    // The visitor has had the time to see it.
    vi.setSystemTime(Date.now() + 1000);
    onTestFinished(() => void vi.useRealTimers());
    launcher(element)?.click();
    expect([element.open, element.hasAttribute('open')]).toEqual([false, false]);
    launcher(element)?.click();
    expect(element.getAttribute('open')).toBe('');
    element.setAttribute('open', 'false');
    expect([element.open, launcher(element)?.classList.contains('open')]).toEqual([false, false]);
    element.setAttribute('open', 'true');
    element.removeAttribute('open');
    expect([element.open, launcher(element)?.classList.contains('open')]).toEqual([false, false]);
    element.widget?.update({ open: true });
    element.color = '#063';
    expect([element.open, element.getAttribute('open')]).toEqual([true, '']);
    element.widget?.update({ open: false });
    expect([element.open, element.hasAttribute('open')]).toEqual([false, false]);
  });

  it('takes any value of its attribute for open, except `false`', () => {
    const open = ['', 'open', 'true', '1', 'false'].map((value) => place({ open: value }).widget?.getState().open);
    expect(open).toEqual([true, true, true, true, false]);
  });

  // Cause: an attribute that is not there counted as one that says no.
  it('opens as the proxy says, unless its attribute says otherwise or it was closed before it came back', async () => {
    const config = { form: { name: 'default', fields: [] }, widget: { open: true } };
    vi.stubGlobal('fetch', async () => Response.json(config));
    const opened = place({ 'proxy-url': '/chat' });
    const closed = place({ 'proxy-url': '/chat', open: 'false' });
    await waitFor(() => expect(opened.open).toBe(true));
    expect(closed.widget?.getState().open).toBe(false);
    await waitFor(() => expect(panels.deps).toHaveLength(1));
    opened.widget?.close();
    opened.remove();
    await waitFor(() => expect(opened.widget).toBeUndefined());
    document.body.append(opened);
    await waitFor(() => expect(panels.deps.at(-1)?.get().config).toEqual(config));
    expect(opened.widget?.getState().open).toBe(false);
  });

  // Cause: the property took away an attribute that was not there, which nobody hears of.
  it.each<[string, boolean, (element: LeadChatElement) => unknown]>([
    ['closed by its property', false, (element) => Reflect.set(element, 'open', false)],
    ['closed among other options', false, (element) => Reflect.set(element, 'options', { locale: 'de', open: false })],
    [
      'opened and closed by its property',
      false,
      (element) => [true, false].map((open) => Object.assign(element, { open })),
    ],
    ['with an attribute that it has lost again', true, (element) => [1, 2].map(() => element.toggleAttribute('open'))],
  ])('comes into its page as it was before, and else as the proxy says: %s', async (_, isOpen, change) => {
    const config = { form: { name: 'default', fields: [] }, widget: { open: true } };
    vi.stubGlobal('fetch', async () => Response.json(config));
    const element = document.createElement('lead-chat');
    element.setAttribute('proxy-url', '/chat');
    change(element);
    document.body.append(element);
    const other = place({ 'proxy-url': '/chat' });
    await waitFor(() => expect(other.open).toBe(true));
    expect([element.open, element.widget?.getState().open]).toEqual([isOpen, isOpen]);
  });

  it.each([
    [true, 'open'],
    [false, 'open'],
    [true, 'closed'],
    [false, 'closed'],
  ])('comes back as its property says that was set while it was away: %s, and left %s', async (isOpen, left) => {
    const config = { form: { name: 'default', fields: [] }, widget: { open: true } };
    vi.stubGlobal('fetch', async () => Response.json(config));
    const element = place({ 'proxy-url': '/chat' });
    await waitFor(() => expect(element.open).toBe(true));
    if (left === 'closed') element.widget?.close();
    element.remove();
    await waitFor(() => expect(element.widget).toBeUndefined());
    element.open = isOpen;
    document.body.append(element);
    const other = place({ 'proxy-url': '/chat' });
    await waitFor(() => expect(other.open).toBe(true));
    expect([element.open, element.widget?.getState().open]).toEqual([isOpen, isOpen]);
  });

  // Cause: it came back as the visitor had last seen it, and a hidden chat cannot be seen.
  it.each<[string, (element: LeadChatElement) => void, (element: LeadChatElement) => void]>([
    [
      'options',
      (element) => Object.assign(element, { pages: [{ url: '/', hidden: true }] }),
      (element) => Object.assign(element, { pages: [] }),
    ],
    ['hide()', (element) => element.widget?.hide(), (element) => element.removeAttribute('hidden')],
  ])('comes back open if it was open as %s hid it in the page that it left', async (_, hide, stopHiding) => {
    const element = place({ open: '' });
    hide(element);
    element.remove();
    await waitFor(() => expect(element.widget).toBeUndefined());
    stopHiding(element);
    document.body.append(element);
    expect([element.open, element.widget?.getState().open]).toEqual([true, true]);
  });

  // The attribute was written when the page hid the chat, and read back as the wish to close it.
  it('opens again when the page, or its options, no longer hide it', async () => {
    const element = place({ open: '' });
    const { widget } = element;
    const state = () => [element.open, widget?.getState().open];
    widget?.hide();
    expect(state()).toEqual([false, false]);
    widget?.show();
    expect(state()).toEqual([true, true]);
    element.pages = [{ url: '/', hidden: true }];
    expect(state()).toEqual([false, false]);
    element.pages = [];
    expect(state()).toEqual([true, true]);
    widget?.close();
    widget?.hide();
    element.open = true;
    expect(state()).toEqual([true, true]);
    element.open = false;
    expect(state()).toEqual([false, false]);
  });

  // The attribute was compared with what the widget shows, and a hidden one shows nothing that could be closed.
  it.each([
    [{ open: '' }, (element: LeadChatElement) => element.removeAttribute('open')],
    [
      {},
      (element: LeadChatElement) => {
        element.open = true;
        element.open = false;
      },
    ],
  ])('stays closed if it is closed while its page hides it: %j', (attributes, close) => {
    const pages = JSON.stringify([{ url: '/', hidden: true }]);
    const element = place({ ...attributes, pages });
    close(element);
    element.removeAttribute('pages');
    expect([element.open, element.widget?.getState().open]).toEqual([false, false]);
  });

  // The attribute was gone already, so that its change, which there was none, told the widget nothing.
  it('stays closed if its property closes it while it is hidden', () => {
    const element = place({ open: '' });
    element.widget?.hide();
    element.open = false;
    element.widget?.show();
    expect([element.open, element.widget?.getState().open]).toEqual([false, false]);
  });

  // The attribute followed the events, and a hidden chat that is closed has none.
  it('loses its attribute if it is closed while its page hides it, and opens by its property', () => {
    const element = place({ open: '', pages: JSON.stringify([{ url: '/', hidden: true }]) });
    element.widget?.close();
    element.removeAttribute('pages');
    expect([element.open, element.widget?.getState().open]).toEqual([false, false]);
    element.open = true;
    expect([element.open, element.widget?.getState().open]).toEqual([true, true]);
  });

  // Cause: what the page had set was reported a moment later, and the state of before was written over it meanwhile.
  it.each<[string, (element: LeadChatElement) => unknown]>([
    ['another attribute', (element) => element.setAttribute('color', '#063')],
    ['a property', (element) => Reflect.set(element, 'color', '#063')],
    ['another chat', (element) => element.setAttribute('open', '')],
    ['a call', (element) => element.widget?.setLocale('de')],
    ['no other change', () => {}],
  ])('follows its attribute `hidden`, which the page sets in one go with %s', async (_, change) => {
    const element = place();
    element.hidden = true;
    element.widget?.setTheme('dark');
    expect([element.hidden, element.widget?.getState().hidden]).toEqual([true, true]);
    await Promise.resolve();
    expect([element.hidden, element.widget?.getState().hidden]).toEqual([true, true]);
    element.hidden = false;
    change(element);
    await Promise.resolve();
    expect([element.hidden, element.widget?.getState().hidden]).toEqual([false, false]);
  });

  it('is hidden by the last of two that the page asks for in one go', async () => {
    const element = place({ hidden: '' });
    element.hidden = false;
    element.widget?.hide();
    await Promise.resolve();
    expect([element.hidden, element.widget?.getState().hidden]).toEqual([true, true]);
    element.widget?.show();
    element.hidden = true;
    await Promise.resolve();
    expect([element.hidden, element.widget?.getState().hidden]).toEqual([true, true]);
  });

  it('dispatches events from inside another shadow root', () => {
    const host = document.createElement('section');
    document.body.append(host);
    const element = place({}, host.attachShadow({ mode: 'open' }));
    const onOpen = vi.fn();
    document.addEventListener('leadchat:open', onOpen);
    element.open = true;
    document.removeEventListener('leadchat:open', onOpen);
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('keeps its widget when it is moved, and destroys it when it is removed', async () => {
    const element = place();
    const { widget } = element;
    const onDestroy = vi.fn();
    element.addEventListener('leadchat:destroy', onDestroy);
    const box = document.createElement('section');
    document.body.append(box);
    box.append(element);
    await Promise.resolve();
    expect(element.widget).toBe(widget);
    element.remove();
    await waitFor(() => expect(onDestroy).toHaveBeenCalledTimes(1));
    expect(element.widget).toBeUndefined();
    document.body.append(element);
    expect(launcher(element)).toBeTruthy();
  });

  // Browsers throw for the popover of an element that is in no page. happy-dom has none.
  it('applies an attribute that changes while it is moved, and is above the page again', async () => {
    const raised = vi.fn(function (this: HTMLElement) {
      if (!this.isConnected) throw new DOMException('not in a page', 'InvalidStateError');
      return true;
    });
    Object.defineProperty(HTMLElement.prototype, 'togglePopover', { configurable: true, value: raised });
    onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'togglePopover'));
    const onError = vi.fn();
    const element = place({ open: '' });
    element.addEventListener('leadchat:error', onError);
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    element.remove();
    element.setAttribute('locale', 'de');
    element.setAttribute('launcher-text', 'Fragen?');
    raised.mockClear();
    document.body.append(element);
    await Promise.resolve();
    expect(onError).not.toHaveBeenCalled();
    expect(currentOptions()).toMatchObject({ locale: 'de', launcherText: 'Fragen?' });
    expect(launcher(element)?.textContent).toBe('Fragen?');
    expect(raised).toHaveBeenCalled();
  });

  // Its shadow root stays, and with a listener there everything that the listener refers to.
  it('leaves no listener in its shadow root when it is removed', async () => {
    const element = document.createElement('lead-chat');
    const root = element.attachShadow({ mode: 'open' });
    const listeners = new Set<string>();
    const { addEventListener } = root;
    root.addEventListener = (name: string, listener: EventListener, options?: AddEventListenerOptions | boolean) => {
      const { signal } = Object(options);
      const key = `${name} ${listeners.size}`;
      listeners.add(key);
      signal?.addEventListener('abort', () => listeners.delete(key));
      addEventListener.call(root, name, listener, options);
    };
    document.body.append(element);
    expect(listeners.size).toBeGreaterThan(30);
    element.remove();
    await waitFor(() => expect(element.widget).toBeUndefined());
    expect([...listeners]).toEqual([]);
  });

  it('applies options that changed while it was removed', async () => {
    const element = place({ locale: 'fr', open: '' });
    element.remove();
    await waitFor(() => expect(element.widget).toBeUndefined());
    element.locale = 'de';
    element.open = true;
    document.body.append(element);
    expect([element.widget?.getState().open, element.shadowRoot?.querySelectorAll('.launcher').length]).toEqual([
      true,
      1,
    ]);
    element.open = false;
    // A listener of the first widget used to affect the second one.
    expect([element.open, element.widget?.getState().open]).toEqual([false, false]);
    expect(launcher(element)?.ariaLabel).toBe('Chat öffnen');
  });

  // Cause: the answer was known to the widget alone, and the next one began with the options.
  it('stores nothing again when it comes back, if the visitor has denied it, until the page says otherwise', async () => {
    const element = place({ open: '' });
    element.widget?.setConsent('denied');
    const comeBack = async () => {
      element.remove();
      await waitFor(() => expect(element.widget).toBeUndefined());
      document.body.append(element);
    };
    await comeBack();
    await waitFor(() => expect(currentOptions()).toMatchObject({ consent: 'denied' }));
    element.consent = 'granted';
    await comeBack();
    await waitFor(() => expect(currentOptions()).toMatchObject({ consent: 'granted' }));
  });

  // Cause: of all ways to answer, the element heard of one only.
  it.each<[string, (element: LeadChatElement) => void]>([
    ['update()', ({ widget }) => widget?.update({ consent: 'denied' })],
    ['another tab', () => panels.deps.at(-1)?.answerStorageConsent('denied')],
    ['setConsent() and a page that stores', ({ widget }) => widget?.setConsent('denied')],
  ])('comes back with the last answer, of %s, unless its option has changed meanwhile', async (_, answer) => {
    const pages = [{ url: '*', consent: 'granted' }];
    const element = place({ open: '', consent: 'required', pages: JSON.stringify(pages) });
    element.widget?.setConsent('granted');
    await waitFor(() => expect(panels.log).toContain('open'));
    answer(element);
    const comeBack = async (consent: string) => {
      element.remove();
      await waitFor(() => expect(element.widget).toBeUndefined());
      element.setAttribute('consent', consent);
      const count = panels.deps.length;
      document.body.append(element);
      await waitFor(() => expect(panels.deps).toHaveLength(count + 1));
    };
    await comeBack('required');
    expect(currentOptions().consent).toBe('denied');
    element.removeAttribute('pages');
    await comeBack('granted');
    expect(currentOptions().consent).toBe('granted');
  });

  // Cause: such a property counted as an option that the page sets in code, in a source above the one with the list.
  it.each<[string, unknown, unknown]>([
    ['target', '#a', '#b'],
    ['userToken', 'a', 'b'],
    ['encodeMessage', () => 'a', () => 'b'],
  ])('lets an entry of `pages` win over `%s`, also when that changes', async (name, value, onPage) => {
    const element = place({ open: '' });
    Reflect.set(element, 'pages', [{ url: '*', [name]: onPage }]);
    await waitFor(() => expect(panels.log).toContain('open'));
    Reflect.set(element, name, value);
    expect(currentOptions()[name]).toBe(onPage);
    element.pages = [];
    expect(currentOptions()[name]).toBe(value);
  });

  it('accepts titles by language as an attribute, and among other options', async () => {
    const title = { en: 'Acme', de: 'Akme' };
    const element = place({ title: JSON.stringify(title), greeting: 'Hi {you}' });
    element.open = true;
    await waitFor(() => expect(currentOptions()).toMatchObject({ title, greeting: 'Hi {you}' }));
    const other = { title: { en: 'Other' }, greeting: { en: 'Hello' } };
    element.options = other;
    expect(currentOptions()).toMatchObject(other);
  });

  it('names its dialog by its title, without a tooltip', () => {
    const element = place({ title: 'Acme' });
    expect(launcher(element)?.parentElement?.title).toBe('');
    expect(launcher(element)?.parentElement?.hasAttribute('title')).toBe(true);
  });
});
