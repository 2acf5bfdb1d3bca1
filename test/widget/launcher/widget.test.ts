// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WidgetOptions } from '../../../src/options/schema.ts';
import {
  createWidget,
  installGlobal,
  type OptionLayers,
  type Panel,
  type PanelDeps,
  type Widget,
} from '../../../src/widget/launcher/index.ts';

const made: Widget[] = [];
const log: string[] = [];

function fakePanel(deps: PanelDeps): Panel {
  log.push(`panel ${JSON.stringify(deps.optionLayers().overrides)}`);
  return {
    setOpen: (open, origin) => log.push(`${open ? 'open' : 'close'}${origin === 'visitor' ? ' by visitor' : ''}`),
    update: () => log.push('update'),
    sendMessage: (text) => log.push(`send ${text}`),
    prefill: (values) => log.push(`prefill ${JSON.stringify(values)}`),
    reset: () => log.push('reset'),
    state: () => ({ unread: 2, connection: 'open', phase: 'chatting' }),
    destroy: () => log.push('destroy'),
  };
}

const loadPanel = vi.fn(async () => ({ createPanel: fakePanel }));

function widget(overrides: WidgetOptions = {}, layers: OptionLayers = {}): Widget {
  const one = createWidget({ ...layers, overrides }, { loadPanel });
  made.push(one);
  return one;
}

function launchers(): HTMLButtonElement[] {
  return [...document.querySelectorAll('leadchat-widget')].flatMap((host) => [
    ...(host.shadowRoot?.querySelectorAll('button') ?? []),
  ]);
}

function launcher(): HTMLButtonElement {
  const [first] = launchers();
  if (first === undefined) throw new Error('there is no bubble');
  return first;
}

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: (_: string, value: string) => !/[;{}]|undefined/.test(value) });
  loadPanel.mockClear();
});

afterEach(() => {
  for (const one of made.splice(0)) one.destroy();
  log.length = 0;
  localStorage.clear();
  document.body.replaceChildren();
  Reflect.deleteProperty(window, 'LeadChat');
  vi.unstubAllGlobals();
});

describe('the bubble', () => {
  it('is there at once, with its name, and nothing is loaded or stored', () => {
    widget();
    expect(launcher().ariaLabel).toBe('Open chat');
    expect(launcher().ariaExpanded).toBe('false');
    expect(loadPanel).not.toHaveBeenCalled();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it.each(['pointerenter', 'focus'])('loads the rest on %s, once', async (intent) => {
    widget();
    launcher().dispatchEvent(new Event(intent));
    launcher().dispatchEvent(new Event(intent));
    await vi.waitFor(() => expect(log).toEqual(['panel {}', 'close']));
    expect(loadPanel).toHaveBeenCalledTimes(1);
  });

  it('opens and closes with a click, and says so', async () => {
    const one = widget();
    launcher().click();
    expect([launcher().ariaLabel, launcher().ariaExpanded]).toEqual(['Close chat', 'true']);
    await vi.waitFor(() => expect(log).toContain('open by visitor'));
    launcher().click();
    expect(log.at(-1)).toBe('close by visitor');
    expect(one.getState()).toEqual({
      open: false,
      hidden: false,
      loaded: true,
      unread: 2,
      connection: 'open',
      phase: 'chatting',
    });
  });

  it('speaks the page’s language before any is loaded', () => {
    document.documentElement.lang = 'de';
    widget();
    document.documentElement.lang = '';
    expect(launcher().ariaLabel).toBe('Chat öffnen');
  });

  it('is ready for another try when the rest cannot be loaded', async () => {
    const one = widget();
    const failed = vi.fn();
    one.on('error', failed);
    loadPanel.mockRejectedValueOnce(new Error('offline'));
    launcher().click();
    await vi.waitFor(() =>
      expect(failed).toHaveBeenCalledWith({ code: 'load-failed', message: '[leadchat] Error: offline' }),
    );
    expect(one.getState().open).toBe(false);
    launcher().click();
    await vi.waitFor(() => expect(log).toContain('open by visitor'));
  });

  it('comes back when the page replaces its body', async () => {
    widget();
    document.documentElement.replaceChild(document.createElement('body'), document.body);
    await vi.waitFor(() => expect(launchers()).toHaveLength(1));
    document.body.replaceChildren();
    await vi.waitFor(() => expect(launchers()).toHaveLength(1));
  });

  it('is there for a script in the head too, before there is a body', () => {
    const { body } = document;
    body.remove();
    widget();
    expect(launchers()).toHaveLength(1);
    document.documentElement.append(body);
    expect(launchers()).toHaveLength(1);
  });

  it('loads the rest by itself where a conversation is kept and may be', async () => {
    localStorage.setItem('leadchat:flow', '{}');
    widget({ consent: 'required' });
    widget({ storage: 'none' });
    expect(loadPanel).not.toHaveBeenCalled();
    widget();
    await vi.waitFor(() => expect(log).toEqual(['panel {}', 'close']));
  });

  it('waits for a sign of life before it loads triggers', async () => {
    widget({ triggers: [{ type: 'delay', seconds: 1 }] });
    expect(loadPanel).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('scroll'));
    await vi.waitFor(() => expect(loadPanel).toHaveBeenCalledTimes(1));
  });
});

describe('a widget', () => {
  it('lets calls wait for the panel, and wakes it only for those that need it', async () => {
    const one = widget();
    one.identify({ email: 'ada@example.com' });
    expect(loadPanel).not.toHaveBeenCalled();
    one.sendMessage('Hello');
    await vi.waitFor(() => expect(log).toContain('send Hello'));
    expect(log.indexOf('prefill {"email":"ada@example.com"}')).toBeLessThan(log.indexOf('send Hello'));
  });

  it('tells its events to listeners, once or until they end, and to the window', async () => {
    const one = widget();
    const heard: string[] = [];
    const end = one.on('open', () => heard.push('on'));
    one.once('open', () => heard.push('once'));
    const onWindow = () => heard.push('window');
    window.addEventListener('leadchat:open', onWindow);
    one.open();
    one.close();
    end();
    one.open();
    window.removeEventListener('leadchat:open', onWindow);
    expect(heard).toEqual(['on', 'once', 'window', 'window']);
  });

  it('tells the window even from within another shadow root', () => {
    const outer = document.createElement('div');
    const inner = document.createElement('div');
    outer.attachShadow({ mode: 'open' }).append(inner);
    document.body.append(outer);
    const heard = vi.fn();
    window.addEventListener('leadchat:open', heard, { once: true });
    const one = createWidget({}, { loadPanel, element: inner });
    one.open();
    expect(heard).toHaveBeenCalledTimes(1);
    one.destroy();
    outer.remove();
  });

  it('leaves nothing behind when it is destroyed', async () => {
    const one = widget();
    const gone = vi.fn();
    one.on('destroy', gone);
    one.open();
    await vi.waitFor(() => expect(log).toContain('open'));
    one.destroy();
    one.destroy();
    expect(gone).toHaveBeenCalledTimes(1);
    expect(log.filter((line) => line === 'destroy')).toHaveLength(1);
    expect(launchers()).toHaveLength(0);
    one.open();
    expect(launchers()).toHaveLength(0);
  });

  it.each([
    [30, '30', '30'],
    ['30', '30', '30'],
    [{ x: 40, y: 8 }, '40', '8'],
    ['{"y":8,"x":40}', '40', '8'],
    ['far', '20', '20'],
    [undefined, '20', '20'],
  ])('keeps the distance %j from its corner, as a value and as an attribute', (offset, x, y) => {
    widget({}, { attributes: { offset } });
    const [sheet] = document.querySelector('leadchat-widget')?.shadowRoot?.adoptedStyleSheets ?? [];
    const text = [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('');
    expect([/--lc-x: ?(\d+)px/.exec(text)?.[1], /--lc-y: ?(\d+)px/.exec(text)?.[1]]).toEqual([x, y]);
  });

  it('takes changed options, and tells the panel', async () => {
    const one = widget();
    one.open();
    await vi.waitFor(() => expect(log).toContain('open'));
    one.setTheme('dark');
    one.setConsent('granted');
    expect(log.filter((line) => line === 'update')).toHaveLength(2);
  });

  it('opens and closes by an update that says so, and stays as it is by one that does not', () => {
    const one = widget();
    const isOpenAfter = (options: WidgetOptions) => {
      one.update(options);
      return one.getState().open;
    };
    expect(isOpenAfter({ open: true })).toBe(true);
    expect(isOpenAfter({ title: 'Night desk' })).toBe(true);
    expect(isOpenAfter({ open: undefined, theme: 'dark' })).toBe(true);
    expect(isOpenAfter({ open: false })).toBe(false);
    expect(isOpenAfter({ title: 'Day desk' })).toBe(false);
    // The visitor's own click in between changes nothing of what an update means.
    launcher().click();
    expect(isOpenAfter({ open: false })).toBe(false);
    launcher().click();
    expect(isOpenAfter({ color: 'red' })).toBe(true);
  });
});

describe('LeadChat', () => {
  const run = (layers?: OptionLayers) => installGlobal(loadPanel, layers);
  const call = (name: string, ...args: unknown[]): unknown =>
    Reflect.apply(Reflect.get(window, 'LeadChat'), undefined, [name, ...args]);

  it('makes the calls that a stub queued, in order', async () => {
    const queue: unknown[][] = [];
    Object.assign(window, { LeadChat: Object.assign((...args: unknown[]) => queue.push(args), { q: queue }) });
    const ready = vi.fn();
    call('on', 'ready', ready);
    call('init', { title: 'Stub' });
    call('open');
    run();
    await vi.waitFor(() => expect(log).toEqual(['panel {"title":"Stub"}', 'open']));
    await vi.waitFor(() => expect(ready).toHaveBeenCalledTimes(1));
    call('destroy');
  });

  it('is never ready after its end', async () => {
    run({ attributes: { flowId: 'x' } });
    const heard: string[] = [];
    for (const name of ['ready', 'destroy']) call('on', name, () => heard.push(name));
    call('destroy');
    await new Promise((done) => setTimeout(done));
    expect(heard).toEqual(['destroy']);
  });

  it('is the same called as a function and by its methods', () => {
    run({ attributes: { flowId: 'x' } });
    call('open');
    expect(Reflect.get(window, 'LeadChat').getState().open).toBe(true);
    Reflect.get(window, 'LeadChat').toggle();
    expect(call('getState')).toMatchObject({ open: false });
    call('destroy');
  });

  it('waits for init where the script says nothing', () => {
    run();
    expect(launchers()).toHaveLength(0);
    call('open');
    call('init', {});
    expect(call('getState')).toMatchObject({ open: true });
    call('destroy');
  });

  it('is configured by the first init where the script tag has made the widget already, whichever came first', () => {
    run({ attributes: { flowId: 'x' } });
    const init = (options: WidgetOptions) => Reflect.get(window, 'LeadChat').init(options);
    const one = init({ position: 'bottom-left', open: true });
    expect(launchers()).toHaveLength(1);
    expect(one.getState().open).toBe(true);
    expect(document.querySelector('leadchat-widget')?.shadowRoot?.querySelector('.left')).not.toBeNull();
    const other = init({});
    expect(launchers()).toHaveLength(2);
    other.destroy();
    one.destroy();
  });

  it('is made by a later script where the first one was not configured, or its widget is gone', () => {
    run();
    run({ attributes: { flowId: 'x' } });
    expect(launchers()).toHaveLength(1);
    call('destroy');
    run({ attributes: { flowId: 'x' } });
    expect(launchers()).toHaveLength(1);
    call('destroy');
    expect(launchers()).toHaveLength(0);
  });

  it('stays one when the script comes twice', () => {
    run({ attributes: { flowId: 'x' } });
    const first = Reflect.get(window, 'LeadChat');
    run({ attributes: { flowId: 'x' } });
    expect(Reflect.get(window, 'LeadChat')).toBe(first);
    expect(launchers()).toHaveLength(1);
    call('destroy');
  });

  it('holds several widgets on a page, each with its own listeners', () => {
    run();
    const { init } = Reflect.get(window, 'LeadChat');
    const one = init({});
    const other = init({ position: 'bottom-left' });
    const heard = vi.fn();
    one.on('open', heard);
    other.open();
    expect([one.getState().open, other.getState().open]).toEqual([false, true]);
    expect(heard).not.toHaveBeenCalled();
    expect(launchers()).toHaveLength(2);
    other.destroy();
    one.destroy();
  });
});
