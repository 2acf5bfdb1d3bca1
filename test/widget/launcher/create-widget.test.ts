// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { resumablePrefix, type WidgetOptions } from '../../../src/options/index.ts';
import { consentKey, deletionKey } from '../../../src/options/storage-keys.ts';
import {
  createWidget,
  type FirstScreen,
  type OptionLayers,
  type PanelDeps,
  type Widget,
} from '../../../src/widget/launcher/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createFakePanel, launchers, loadFakePanel, loadPanel, panelLog, stubColors } from './support.ts';

const widgets: Widget[] = [];

function show(overrides: WidgetOptions = {}, layers: OptionLayers = {}): Widget {
  const widget = createWidget({ ...layers, overrides }, { loadPanel });
  widgets.push(widget);
  return widget;
}

function launcher(): HTMLButtonElement {
  const [first] = launchers();
  if (first === undefined) throw new Error('there is no launcher');
  return first;
}

function contactLink(): HTMLAnchorElement | null | undefined {
  return launcher().parentElement?.querySelector('a');
}

function answerElsewhere(newValue: string): void {
  dispatchEvent(new StorageEvent('storage', { key: consentKey, newValue }));
}

/** A widget whose chat is open before the visitor has answered, and what its panel was given. */
async function showBeforeConsent() {
  const { promise, resolve } = Promise.withResolvers<PanelDeps>();
  loadPanel.mockImplementationOnce(async () => ({
    createPanel(given) {
      resolve(given);
      return createFakePanel(given);
    },
  }));
  const widget = show({ consent: 'required', open: true });
  const deps = await promise;
  await waitFor(() => expect(widget.getState().loaded).toBe(true));
  return { widget, deps };
}

beforeEach(() => {
  stubColors();
  loadPanel.mockClear();
});

afterEach(() => {
  for (const widget of widgets.splice(0)) widget.destroy();
  panelLog.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the launcher', () => {
  it('is in the page at once, with its name, and nothing is loaded or stored', () => {
    show();
    expect(launcher().ariaLabel).toBe('Open chat');
    expect(loadPanel).not.toHaveBeenCalled();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it.each(['pointerenter', 'focus'])('loads the panel once on %s', async (intent) => {
    show();
    launcher().dispatchEvent(new Event(intent));
    launcher().dispatchEvent(new Event(intent));
    await waitFor(() => expect(panelLog).toEqual(['create {}', 'close by api']));
    expect(loadPanel).toHaveBeenCalledTimes(1);
  });

  it('opens and closes the panel with a click', async () => {
    const widget = show();
    launcher().click();
    await waitFor(() => expect(panelLog).toContain('open by visitor'));
    // A name that says what a click does needs no state: "Close chat, expanded" says it twice.
    expect([launcher().ariaLabel, launcher().hasAttribute('aria-expanded')]).toEqual(['Close chat', false]);
    launcher().click();
    expect(panelLog.at(-1)).toBe('close by visitor');
    expect(widget.getState()).toEqual({
      open: false,
      hidden: false,
      unavailable: 'no-service',
      loaded: true,
      unread: 2,
      connection: 'open',
      phase: 'chatting',
      variants: {},
    });
  });

  it.each(['tab', 'trigger', 'api'] as const)(
    'does not close by a click what has only just been opened by %s',
    async (origin) => {
      let deps: PanelDeps | undefined;
      loadPanel.mockImplementationOnce(async () => ({
        async createPanel(given) {
          deps = given;
          const { createPanel } = await loadFakePanel({
            locale: 'en',
            hasForm: false,
            isInline: false,
            isResumed: false,
          });
          return createPanel(given);
        },
      }));
      const widget = show();
      launcher().dispatchEvent(new Event('pointerenter'));
      await waitFor(() => expect(deps?.get().isLoaded).toBe(true));
      vi.useFakeTimers();
      deps?.setOpen(true, origin);
      launcher().click();
      expect(widget.getState().open).toBe(true);
      vi.advanceTimersByTime(600);
      // The visitor has confirmed it, and sees it.
      launcher().click();
      expect(widget.getState().open).toBe(false);
      deps?.setOpen(true, origin);
      vi.advanceTimersByTime(600);
      launcher().click();
      expect(widget.getState().open).toBe(false);
    },
  );

  it('has its name in the page’s language before the panel is loaded', () => {
    document.documentElement.lang = 'de';
    show();
    document.documentElement.lang = '';
    expect(launcher().ariaLabel).toBe('Chat öffnen');
  });

  it('is busy from the first click until the panel is loaded, and another click does not cancel it', async () => {
    const widget = show();
    expect(launcher().ariaBusy).toBe('false');
    launcher().click();
    expect([launcher().ariaBusy, launcher().ariaLabel]).toEqual(['true', 'Open chat']);
    launcher().click();
    expect(widget.getState().open).toBe(true);
    await waitFor(() => expect(panelLog).toContain('open by visitor'));
    expect(launcher().ariaBusy).toBe('false');
  });

  it('offers to try again, with the contact address, when the panel cannot be loaded', async () => {
    const widget = show({ contact: 'mailto:desk@northlight.example' });
    const onError = vi.fn();
    widget.on('error', onError);
    loadPanel.mockRejectedValueOnce(new Error('offline'));
    launcher().click();
    await waitFor(() =>
      expect(onError).toHaveBeenCalledWith({ code: 'load-failed', message: '[leadchat] Error: offline' }),
    );
    expect(widget.getState().open).toBe(false);
    await waitFor(() => expect(launcher().textContent).toBe('Chat is unavailable. Try again'));
    // The text is also the accessible name, in a live region, so screen readers announce it.
    expect([launcher().ariaLabel, launcher().parentElement?.ariaLive]).toEqual([null, 'polite']);
    expect(contactLink()?.href).toBe('mailto:desk@northlight.example');
    expect(contactLink()?.textContent).toBe('desk@northlight.example');
    launcher().click();
    expect([launcher().ariaLabel, contactLink()]).toEqual(['Open chat', null]);
    await waitFor(() => expect(panelLog).toContain('open by visitor'));
  });

  // Cause: once it was loaded, the options decided again, as if nobody had opened or closed the chat.
  it.each<[string, WidgetOptions, (widget: Widget) => void]>([
    ['that the page has closed', { open: true }, (widget) => widget.close()],
    ['in its target that the page has closed', { target: '#chat' }, (widget) => widget.close()],
    ['that an entry of `pages` opens', { pages: [{ url: '*', open: true }] }, () => {}],
  ])('stays closed if a hint loads the panel after a failure, with a chat %s', async (_, options, close) => {
    vi.useFakeTimers();
    loadPanel.mockRejectedValueOnce(new Error('offline'));
    const widget = show(options);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(launcher().textContent).toBe('Chat is unavailable. Try again');
    close(widget);
    launcher().dispatchEvent(new Event('pointerenter'));
    await vi.advanceTimersByTimeAsync(100);
    expect(widget.getState()).toMatchObject({ loaded: true, open: false });
    expect([launcher().textContent, launcher().ariaLabel]).toEqual(['', 'Open chat']);
  });

  it.each([
    ['de', 'Der Chat ist gerade nicht verfügbar. Erneut versuchen'],
    ['fr', 'Chat is unavailable. Try again'],
  ])('says so in the language of the page if the script contains it: %s', async (locale, text) => {
    const config = {
      flowId: 'f1000000-0000-4000-8000-000000000001',
      wssUrl: 'wss://chat.example.com',
      form: { name: 'default', fields: [], defaultCountry: 'US', callback: false },
      widget: {},
      failed: { 'Chat öffnen': 'Der Chat ist gerade nicht verfügbar. Erneut versuchen' },
    };
    show({ locale }, { config });
    loadPanel.mockRejectedValueOnce(new Error('offline'));
    launcher().click();
    await waitFor(() => expect(launcher().textContent).toBe(text));
  });

  it('shows the visitor no failure before they open the chat', async () => {
    const widget = show({ contact: 'mailto:desk@northlight.example' });
    const onError = vi.fn();
    widget.on('error', onError);
    loadPanel.mockRejectedValueOnce(new Error('offline'));
    launcher().dispatchEvent(new Event('pointerenter'));
    await waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
    expect([launcher().ariaLabel, contactLink()]).toEqual(['Open chat', null]);
  });

  it.each([
    ...['javascript:alert(1)', 'data:text/html,x', '', undefined, '/contact', 'https://'],
    ...['https://bank.example@evil.example/', 'https://:bank.example@evil.example', ' https://a:b@evil.example'],
  ])('makes no link of the contact %j', async (contact) => {
    show({}, { attributes: { contact } });
    loadPanel.mockRejectedValueOnce(new Error('offline'));
    launcher().click();
    await waitFor(() => expect(launcher().textContent).toContain('Try again'));
    expect(contactLink()).toBeNull();
  });

  // Inside a target the launcher is hidden, so nobody saw the failure and nobody could try again.
  it('shows the failure, and floats, although the chat has a target', async () => {
    loadPanel.mockRejectedValueOnce(new Error('offline'));
    const widget = show({ target: '#chat', launcher: 'none' });
    expect(launcher().hidden).toBe(true);
    await waitFor(() => expect(launcher().textContent).toBe('Chat is unavailable. Try again'));
    expect([launcher().hidden, launcher().parentElement?.popover]).toEqual([false, 'manual']);
    // Twice, and then it is there: in its target, where its launcher is not needed.
    loadPanel.mockRejectedValueOnce(new Error('offline'));
    launcher().click();
    await waitFor(() => expect(launcher().textContent).toBe('Chat is unavailable. Try again'));
    launcher().click();
    await waitFor(() => expect(widget.getState().loaded).toBe(true));
    expect([launcher().hidden, launcher().parentElement?.popover, widget.getState().open]).toEqual([true, null, true]);
    widget.close();
    expect(launcher().textContent).toBe('');
  });

  // Cause: the failure had closed the chat, and a pointer that moved over the launcher loaded it: in its target it was closed for good.
  it('is in its target again when the panel is loaded without a click after all', async () => {
    vi.useFakeTimers();
    loadPanel.mockRejectedValueOnce(new Error('offline'));
    const widget = show({ target: '#chat', launcher: 'none' });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(widget.getState().open).toBe(false);
    launcher().dispatchEvent(new Event('pointerenter'));
    await vi.advanceTimersByTimeAsync(100);
    expect(widget.getState()).toMatchObject({ loaded: true, open: true });
    expect(launcher().hidden).toBe(true);
  });

  it('shows words beside its symbol, and begins its name with them', async () => {
    const widget = show({ launcherText: 'Questions?' });
    const badge = document.createElement('b');
    launcher().append(badge);
    expect([launcher().textContent, launcher().ariaLabel]).toEqual(['Questions?', 'Questions? Open chat']);
    widget.open();
    await waitFor(() => expect(launcher().ariaLabel).toBe('Questions? Close chat'));
    widget.update({ launcherText: 'Ask us' });
    expect([launcher().textContent, launcher().contains(badge)]).toEqual(['Ask us', true]);
    widget.update({ launcherText: undefined });
    expect([launcher().textContent, launcher().ariaLabel]).toEqual(['', 'Close chat']);
  });

  it('stays out of the top layer with the option zIndex, and inside of a target', () => {
    const widget = show();
    const layer = launcher().parentElement;
    expect(layer?.popover).toBe('manual');
    widget.update({ zIndex: 5 });
    expect(layer?.popover).toBeNull();
    widget.update({ zIndex: undefined, target: '#chat' });
    expect(layer?.popover).toBeNull();
    widget.update({ target: undefined });
    expect(layer?.popover).toBe('manual');
  });

  it('stays in the top layer with an invalid zIndex', () => {
    const widget = show();
    for (const zIndex of [-3, 0, Number.NaN]) {
      widget.update({ zIndex });
      expect(launcher().parentElement?.popover).toBe('manual');
    }
  });

  it('stays when the page replaces its body', async () => {
    const { body } = document;
    // The files after this one share the document.
    onTestFinished(() => document.body.replaceWith(body));
    show();
    body.replaceWith(document.createElement('body'));
    await waitFor(() => expect(launchers()).toHaveLength(1));
    document.body.replaceChildren();
    await waitFor(() => expect(launchers()).toHaveLength(1));
  });

  it('is drawn by a script in the head, before the body exists', () => {
    const { body } = document;
    body.remove();
    show();
    expect(launchers()).toHaveLength(1);
    document.documentElement.append(body);
    expect(launchers()).toHaveLength(1);
  });

  it.each<[number, WidgetOptions]>([
    [1, {}],
    [0, { consent: 'required' }],
    [0, { consent: 'denied' }],
    [0, { storage: 'session' }],
    [0, { storage: 'none' }],
  ])('loads the panel %i times by itself for a conversation in localStorage and %j', (count, options) => {
    vi.useFakeTimers();
    localStorage.setItem('leadchat:flow', '{}');
    show(options);
    vi.runAllTimers();
    expect(loadPanel).toHaveBeenCalledTimes(count);
  });

  // An ad blocker turned every movement of the pointer into a request and an event `error`.
  it('does not ask for a panel that fails again and again: only after a pause that grows, or a click', async () => {
    vi.useFakeTimers();
    loadPanel.mockRejectedValue(new TypeError('blocked'));
    onTestFinished(() => void loadPanel.mockReset().mockImplementation(loadFakePanel));
    const widget = show({ triggers: [{ type: 'scroll', percent: 50 }] });
    const onError = vi.fn();
    widget.on('error', onError);
    const fiftyTimes = async (act: () => void) => {
      for (let count = 0; count < 50; count++) {
        act();
        await vi.advanceTimersByTimeAsync(10);
      }
    };
    const move = () => {
      window.dispatchEvent(new Event('pointermove'));
      launcher().dispatchEvent(new Event('pointerenter'));
    };
    await fiftyTimes(move);
    expect([loadPanel.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(5_000);
    await fiftyTimes(move);
    expect(loadPanel).toHaveBeenCalledTimes(2);
    // A call of the page waits for the end of the pause, and fails with that attempt.
    await fiftyTimes(() => widget.open());
    await fiftyTimes(() => widget.sendMessage('Hello'));
    expect([loadPanel.mock.calls.length, widget.getState().open]).toEqual([2, true]);
    await vi.advanceTimersByTimeAsync(9_000);
    expect([loadPanel.mock.calls.length, widget.getState().open]).toEqual([3, false]);
    launcher().click();
    await vi.advanceTimersByTimeAsync(0);
    expect(loadPanel).toHaveBeenCalledTimes(4);
  });

  // Cause: for seconds after any click, each call of a script counted as one. Fifty rounds made more than fifty requests.
  it('lets a click of the visitor on a button of the page ask for a failed panel once, whatever scripts call after it', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', Object.create(navigator, { userActivation: { value: { isActive: true } } }));
    loadPanel.mockRejectedValue(new TypeError('blocked'));
    onTestFinished(() => void loadPanel.mockReset().mockImplementation(loadFakePanel));
    const widget = show();
    const onError = vi.fn();
    widget.on('error', onError);
    const callAll = async () => {
      for (const call of [widget.open, widget.reset, () => widget.update({ target: '#chat' })]) {
        call();
        await vi.advanceTimersByTimeAsync(1);
      }
    };
    for (let round = 0; round < 50; round++) await callAll();
    expect([loadPanel.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1]);
    const button = document.body.appendChild(document.createElement('button'));
    button.onclick = () => {
      widget.open();
      setTimeout(callAll);
    };
    // One that a script makes is none of the visitor.
    for (const [isTrusted, count] of [
      [true, 2],
      [false, 2],
      [true, 3],
    ] as const) {
      const click = new Event('click', { bubbles: true });
      button.dispatchEvent(Object.defineProperty(click, 'isTrusted', { value: isTrusted }));
      await vi.advanceTimersByTimeAsync(10);
      expect([loadPanel.mock.calls.length, onError.mock.calls.length]).toEqual([count, count]);
    }
  });

  // Everything stayed until the panel was loaded.
  it.each<[string, (widget: Widget) => void]>([
    ['setConsent()', (widget) => widget.setConsent('denied')],
    ['update()', (widget) => widget.update({ consent: 'denied' })],
    ['reset()', (widget) => widget.reset()],
  ])('deletes what is stored before the panel is loaded: %s', (_, act) => {
    const names = ['leadchat:flow', 'leadchat:flow:call', 'leadchat-thanks:flow', 'leadchat-attribution'];
    for (const name of names) localStorage.setItem(name, '{}');
    for (const name of ['leadchat:flow:outbox', 'leadchat-form:flow']) sessionStorage.setItem(name, '{}');
    localStorage.setItem('other', 'stays');
    act(show());
    expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([['other'], []]);
  });

  // Cause: only a chat that had begun heard of it, and the panel of the next person was prefilled with what the page knew of this one.
  it.each(['forgotten', 'reset'])(
    'forgets whom another tab has %s, whether the panel is loaded or not',
    async (deletion) => {
      vi.useFakeTimers();
      let deps: PanelDeps | undefined;
      loadPanel.mockImplementationOnce(async () => ({
        createPanel(given) {
          deps = given;
          return createFakePanel(given);
        },
      }));
      const widget = show();
      const tell = () => dispatchEvent(new StorageEvent('storage', { key: deletionKey, newValue: deletion }));
      await vi.advanceTimersByTimeAsync(1_000);
      widget.identify({ first_name: 'Ada' });
      sessionStorage.setItem('leadchat-form:flow', '{}');
      tell();
      expect(sessionStorage).toHaveLength(0);
      widget.open();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(panelLog.slice(1, 3)).toEqual(['prefill {"first_name":"Ada"}', `${deletion} elsewhere`]);
      deps?.chooseLocale('de');
      tell();
      expect(panelLog.at(-1)).toBe(`${deletion} elsewhere`);
      expect(deps?.get().chosenLocale).toBeUndefined();
      // Nothing of it is deleted in the storage that tabs share, in which the next person may have begun.
      expect(localStorage.getItem('leadchat-locale')).toBe('de');
    },
  );

  it('forgets whom another widget of the page was reset for, and hears nothing of its own reset', async () => {
    vi.useFakeTimers();
    const [widget, other] = [show(), show()];
    for (const { open } of [widget, other]) open();
    await vi.advanceTimersByTimeAsync(1_000);
    widget.reset();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(panelLog.filter((line) => /reset/.test(line)).toSorted()).toEqual(['reset', 'reset elsewhere']);
  });

  it('remembers what it knows of a visitor who has denied storing in another tab', async () => {
    vi.useFakeTimers();
    const widget = show();
    await vi.advanceTimersByTimeAsync(1_000);
    widget.open();
    await vi.advanceTimersByTimeAsync(1_000);
    sessionStorage.setItem('leadchat-form:flow', '{}');
    dispatchEvent(new StorageEvent('storage', { key: deletionKey, newValue: 'denied' }));
    expect(sessionStorage).toHaveLength(0);
    expect(panelLog.filter((line) => /elsewhere/.test(line))).toEqual([]);
  });

  // Cause: only a chat that has started hears of it from the chats of its flow. A tab in which nobody had opened it went on storing.
  it('lets the answer that the visitor gives in another tab hold here, before the panel is loaded', () => {
    vi.useFakeTimers();
    const widget = show();
    vi.advanceTimersByTime(1_000);
    localStorage.setItem('leadchat:flow', '{}');
    answerElsewhere('denied');
    widget.open();
    expect(loadPanel.mock.lastCall?.[0].isResumed).toBe(false);
  });

  // Cause: every tab that heard of a denial deleted what all share again, also what was stored after an agreement that followed it.
  it('leaves to the tab with the answer what all tabs share', () => {
    vi.useFakeTimers();
    show();
    vi.advanceTimersByTime(1_000);
    localStorage.setItem('leadchat:flow', '{}');
    answerElsewhere('denied');
    answerElsewhere('granted');
    expect(Object.keys(localStorage)).toEqual(['leadchat:flow']);
  });

  // Cause: a browser tells the other tabs only what is stored.
  it('lets the answer that the visitor gives hold in the other widgets of the page', () => {
    vi.useFakeTimers();
    const [widget, other] = [show({ consent: 'required' }), show({ consent: 'required' })];
    vi.advanceTimersByTime(1_000);
    widget.setConsent('granted');
    localStorage.setItem('leadchat:flow', '{}');
    other.open();
    expect(loadPanel.mock.lastCall?.[0].isResumed).toBe(true);
    other.setConsent('denied');
    expect(localStorage).toHaveLength(0);
    localStorage.setItem('leadchat:flow', '{}');
    widget.open();
    expect(loadPanel.mock.lastCall?.[0].isResumed).toBe(false);
  });

  it.each(['granted', 'denied'] as const)('tells the other tabs that the answer is `%s`', (consent) => {
    const setItem = vi.fn();
    vi.stubGlobal('localStorage', { setItem, getItem: () => null, removeItem() {}, clear() {} });
    show().setConsent(consent);
    expect(setItem).toHaveBeenCalledWith(consentKey, consent);
  });

  it.each<[string, WidgetOptions]>([
    ['', {}],
    [', which hides the chat', { pages: [{ url: '/', hidden: true }] }],
    [', if an entry of `pages` says so', { consent: 'granted', pages: [{ url: '/', consent: 'denied' }] }],
  ])('deletes what is stored on a page that begins without consent%s', (_, options) => {
    vi.useFakeTimers();
    localStorage.setItem('leadchat:flow', '{}');
    show({ consent: 'denied', ...options });
    vi.advanceTimersByTime(1_000);
    expect(localStorage.length).toBe(0);
    expect(loadPanel).not.toHaveBeenCalled();
  });

  it('keeps what is stored if the visitor agrees before anything is deleted', () => {
    vi.useFakeTimers();
    localStorage.setItem('leadchat:flow', '{}');
    show({ consent: 'denied' }).setConsent('granted');
    vi.advanceTimersByTime(1_000);
    expect(localStorage.length).toBe(1);
  });

  it('loads the panel for queued leads when the consent is denied: it sends them from memory', () => {
    localStorage.setItem('leadchat:leads', '{}');
    show().setConsent('denied');
    expect(loadPanel).toHaveBeenCalledTimes(1);
  });

  it('speaks the language that the visitor has chosen on an earlier page, once the page has loaded more', () => {
    vi.useFakeTimers();
    localStorage.setItem('leadchat-locale', 'de');
    show({ locale: 'en', triggers: [] });
    expect(launchers()[0]?.ariaLabel).toBe('Open chat');
    vi.runAllTimers();
    expect(launchers()[0]?.ariaLabel).toBe('Chat öffnen');
  });

  // Cause: what was read when the page had loaded more won over what another tab had stored since.
  it('speaks the language that the visitor has chosen last in another tab, when the chat is opened', () => {
    vi.useFakeTimers();
    localStorage.setItem('leadchat-locale', 'de');
    show({ locale: 'en' });
    vi.runAllTimers();
    expect(launcher().ariaLabel).toBe('Chat öffnen');
    localStorage.setItem('leadchat-locale', 'nl');
    launcher().click();
    expect(loadPanel.mock.lastCall?.[0].locale).toBe('nl');
  });

  // The panel that opens with the page asked for the page's language first, and changed it a moment later.
  it.each<[string, WidgetOptions, () => void]>([
    ['by an option', { open: true }, () => {}],
    ['in its target', { target: '#chat' }, () => {}],
    ['by a click', {}, () => launcher().click()],
  ])('speaks it from the beginning where the chat opens at once %s', (_, options, act) => {
    localStorage.setItem('leadchat-locale', 'de');
    show({ locale: 'en', ...options });
    act();
    expect(loadPanel.mock.lastCall?.[0].locale).toBe('de');
  });

  it('keeps the language that the visitor has chosen before they agree that it is kept', async () => {
    const { widget, deps } = await showBeforeConsent();
    deps.chooseLocale('nl');
    expect(localStorage.length).toBe(0);
    widget.setConsent('granted');
    expect(localStorage.getItem('leadchat-locale')).toBe('nl');
    widget.setConsent('denied');
    expect(localStorage.length).toBe(0);
  });

  // Cause: a page whose consent is asked for again read the choice before the answer, and then never.
  it('speaks the language of an earlier page as soon as the visitor agrees, also in an open chat', async () => {
    localStorage.setItem('leadchat-locale', 'de');
    const { widget, deps } = await showBeforeConsent();
    expect(deps.get().chosenLocale).toBeUndefined();
    widget.setConsent('granted');
    expect(deps.get().chosenLocale).toBe('de');
  });

  it('loads the panel for triggers once the visitor is active', () => {
    show({ triggers: [{ type: 'scroll', percent: 50 }] });
    expect(loadPanel).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('scroll'));
    expect(loadPanel).toHaveBeenCalledTimes(1);
  });

  it.each<[string, OptionLayers]>([
    ['an option', { overrides: { triggers: [{ type: 'delay', seconds: 5 }] } }],
    ['an attribute', { attributes: { triggers: '[{"type":"url","url":"/elsewhere"},{"type":"delay","seconds":5}]' } }],
  ])('loads the panel for a delay after its seconds without any activity, as %s', (_, layers) => {
    vi.useFakeTimers();
    widgets.push(createWidget(layers, { loadPanel }));
    vi.advanceTimersByTime(4_900);
    expect(loadPanel).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(loadPanel).toHaveBeenCalledTimes(1);
  });
});

describe('a widget', () => {
  it('queues calls until the panel is loaded, and loads it only for those that need it', async () => {
    const widget = show();
    widget.identify({ email: 'ada@example.com' });
    expect(loadPanel).not.toHaveBeenCalled();
    widget.sendMessage('Hello');
    await waitFor(() => expect(panelLog).toContain('send Hello'));
    expect(panelLog.indexOf('prefill {"email":"ada@example.com"}')).toBeLessThan(panelLog.indexOf('send Hello'));
  });

  // Cause: the panel copied the object that the page had passed, which the page had changed by then.
  it.each(['prefill', 'identify', 'setAttributes'] as const)('%s() means the values at its call', async (method) => {
    const widget = show();
    const person = { first_name: 'Ada' };
    widget[method](person);
    person.first_name = 'Grace';
    widget.sendMessage('Hello');
    const name = method === 'setAttributes' ? method : 'prefill';
    await waitFor(() => expect(panelLog).toContain(`${name} {"first_name":"Ada"}`));
  });

  it('dispatches its events to listeners, once or until they are removed, and to the window', async () => {
    const widget = show();
    const received: string[] = [];
    const removeListener = widget.on('open', () => received.push('on'));
    widget.once('open', () => received.push('once'));
    const onWindow = () => received.push('window');
    window.addEventListener('leadchat:open', onWindow);
    widget.open();
    widget.close();
    removeListener();
    widget.open();
    window.removeEventListener('leadchat:open', onWindow);
    expect(received).toEqual(['on', 'once', 'window', 'window']);
  });

  it('dispatches its events to the window from within another shadow root', () => {
    const outer = document.createElement('div');
    const inner = document.createElement('div');
    outer.attachShadow({ mode: 'open' }).append(inner);
    document.body.append(outer);
    const listener = vi.fn();
    window.addEventListener('leadchat:open', listener, { once: true });
    const widget = createWidget({}, { loadPanel, element: inner });
    widget.open();
    expect(listener).toHaveBeenCalledTimes(1);
    widget.destroy();
    outer.remove();
  });

  it('leaves nothing behind when it is destroyed', async () => {
    const widget = show();
    const onDestroy = vi.fn();
    widget.on('destroy', onDestroy);
    widget.open();
    await waitFor(() => expect(panelLog).toContain('open by api'));
    widget.destroy();
    widget.destroy();
    expect(onDestroy).toHaveBeenCalledTimes(1);
    expect(panelLog.filter((line) => line === 'destroy')).toHaveLength(1);
    expect(launchers()).toHaveLength(0);
    widget.open();
    expect(launchers()).toHaveLength(0);
  });

  it.each([
    [30, '30', '30'],
    ['30', '30', '30'],
    [{ x: 40, y: 8 }, '40', '8'],
    ['{"y":8,"x":40}', '40', '8'],
    ['far', '20', '20'],
    [undefined, '20', '20'],
  ])('is %j away from its corner, as a value and as an attribute', (offset, x, y) => {
    show({}, { attributes: { offset } });
    const sheets = document.querySelector('leadchat-widget')?.shadowRoot?.adoptedStyleSheets ?? [];
    const rules = sheets.flatMap(({ cssRules }) => [...cssRules]);
    const text = rules.map(({ cssText }) => cssText).join('');
    expect([/--lc-x: ?[^;]*?(\d+)px/.exec(text)?.[1], /--lc-y: ?[^;]*?(\d+)px/.exec(text)?.[1]]).toEqual([x, y]);
  });

  // `hide()` closed the panel, `show()` left it closed, and an inline chat was gone for good.
  it('shows what was visible before it was hidden', async () => {
    const widget = show();
    const shown = () => {
      const { hidden, open } = widget.getState();
      return { hidden, open };
    };
    widget.hide();
    widget.show();
    expect(shown()).toEqual({ hidden: false, open: false });
    widget.open();
    await waitFor(() => expect(panelLog).toContain('open by api'));
    widget.hide();
    widget.hide();
    expect(shown()).toEqual({ hidden: true, open: false });
    widget.show();
    expect(shown()).toEqual({ hidden: false, open: true });
    expect(panelLog.slice(-2)).toEqual(['close by api', 'open by trigger']);
    widget.hide();
    widget.close();
    widget.show();
    expect(shown()).toEqual({ hidden: false, open: false });
  });

  type Call = 'open' | 'close' | 'toggle' | 'show' | 'hide' | 'click' | WidgetOptions;
  it.each<[WidgetOptions, Call[], { open: boolean; hidden: boolean }]>([
    [{}, [], { open: false, hidden: false }],
    [{ open: true }, [], { open: true, hidden: false }],
    [{ target: '#chat' }, [], { open: true, hidden: false }],
    [{}, ['click'], { open: true, hidden: false }],
    [{ open: true }, ['close'], { open: false, hidden: false }],
    [{ open: true }, ['close', { theme: 'dark' }], { open: false, hidden: false }],
    [{ open: true }, ['close', { open: true }], { open: true, hidden: false }],
    [{}, [{ open: true }, { open: undefined }], { open: true, hidden: false }],
    [{}, ['open', { open: false }], { open: false, hidden: false }],
    [{}, ['open', 'close', { target: '#chat' }], { open: true, hidden: false }],
    [{}, ['toggle', 'toggle'], { open: false, hidden: false }],
    [{}, ['open', 'hide'], { open: false, hidden: true }],
    [{}, ['open', 'hide', 'hide', 'show'], { open: true, hidden: false }],
    [{ open: true }, ['hide', 'show'], { open: true, hidden: false }],
    [{}, ['open', 'hide', 'close', 'show'], { open: false, hidden: false }],
    [{}, ['hide', 'open'], { open: true, hidden: false }],
    [{}, ['open', 'hide', 'toggle'], { open: true, hidden: false }],
    [{}, ['hide', 'show'], { open: false, hidden: false }],
  ])('with %j, after %j, is %j', (options, calls, expected) => {
    const widget = show(options);
    const shown: string[] = [];
    for (const name of ['open', 'close'] as const) widget.on(name, () => shown.push(name));
    for (const call of calls) {
      if (typeof call === 'object') widget.update(call);
      else if (call === 'click') launcher().click();
      else widget[call]();
    }
    expect(widget.getState()).toMatchObject(expected);
    expect(launcher().classList.contains('open')).toBe(expected.open);
    // The events alternate, beginning with the one after the first state.
    expect(shown.every((name, at) => name !== shown[at - 1])).toBe(true);
  });

  it.each<WidgetOptions>([{ open: true }, { target: '#chat' }])('says that %j has opened it, once', (options) => {
    const onOpen = vi.fn();
    window.addEventListener('leadchat:open', onOpen);
    show(options).update({ title: 'Night desk' });
    window.removeEventListener('leadchat:open', onOpen);
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it('stays hidden when another tab opens the chat, and shows it open afterwards', async () => {
    let deps: PanelDeps | undefined;
    const { createPanel } = await loadPanel({ locale: 'en', hasForm: false, isInline: false, isResumed: false });
    loadPanel.mockResolvedValueOnce({
      createPanel(given) {
        deps = given;
        return createPanel(given);
      },
    });
    const widget = show();
    widget.hide();
    launcher().dispatchEvent(new Event('focus'));
    await waitFor(() => expect(deps).toBeDefined());
    deps?.setOpen(true, 'tab');
    expect(widget.getState()).toMatchObject({ hidden: true, open: false });
    widget.show();
    expect(widget.getState()).toMatchObject({ hidden: false, open: true });
  });

  it.each<[WidgetOptions, FirstScreen]>([
    [{ proxyUrl: 'https://proxy.example' }, { locale: 'en-US', hasForm: true, isInline: false, isResumed: false }],
    [
      { hooksUrl: 'https://hooks.example', leadForm: 'optional', locale: 'de_AT', target: '#chat' },
      { locale: 'de-AT', hasForm: true, isInline: true, isResumed: false },
    ],
    [
      { proxyUrl: 'https://proxy.example', leadForm: 'off', locale: 'ar' },
      { locale: 'ar', hasForm: false, isInline: false, isResumed: false },
    ],
    [
      { locale: '{{ lang }}', target: '' },
      { locale: 'en-US', hasForm: false, isInline: false, isResumed: false },
    ],
  ])('says with %j what the first screen needs: %j', (options, firstScreen) => {
    show(options).open();
    expect(loadPanel).toHaveBeenCalledExactlyOnceWith(firstScreen);
  });

  it.each(['granted', 'denied'] as const)(
    'says whether a stored conversation comes first, with consent %s',
    (consent) => {
      localStorage.setItem(`${resumablePrefix}f1`, '{}');
      onTestFinished(() => localStorage.clear());
      show({ consent }).open();
      expect(loadPanel.mock.lastCall?.[0].isResumed).toBe(consent === 'granted');
    },
  );

  it('shows what the panel says once it is loaded', async () => {
    const widget = show({ launcherText: 'Ask us' });
    widget.open();
    await waitFor(() => expect(panelLog).toContain('open by api'));
    widget.update({ launcherText: 'Questions?', position: 'bottom-left' });
    expect([launcher().textContent, launcher().parentElement?.className]).toEqual(['Questions?', 'layer left']);
  });

  it('passes changed options on to the panel', async () => {
    const widget = show();
    widget.open();
    await waitFor(() => expect(panelLog).toContain('open by api'));
    widget.setTheme('dark');
    widget.setConsent('granted');
    expect(panelLog.filter((line) => line === 'update')).toHaveLength(2);
  });

  // After reset() the widget asks none of the functions that it has asked for the visitor before.
  it('takes a function that the page sets again for another one, which stands for the next visitor', async () => {
    let deps: PanelDeps | undefined;
    loadPanel.mockImplementationOnce(async () => ({
      createPanel(given) {
        deps = given;
        return createFakePanel(given);
      },
    }));
    const userToken = vi.fn(() => 'token');
    const widget = show({ open: true, userToken });
    await waitFor(() => expect(widget.getState().loaded).toBe(true));
    const current = () => deps?.get().options.userToken;
    widget.update({ color: 'red' });
    expect(current()).toBe(userToken);
    widget.update({ userToken });
    expect(current()).not.toBe(userToken);
    expect(Reflect.apply(Object(current()), undefined, [])).toBe('token');
  });

  it('opens and closes by an update with `open`, but not by any other update', () => {
    const widget = show();
    const isOpenAfter = (options: WidgetOptions) => {
      widget.update(options);
      return widget.getState().open;
    };
    expect(isOpenAfter({ open: true })).toBe(true);
    expect(isOpenAfter({ title: 'Night desk' })).toBe(true);
    expect(isOpenAfter({ open: undefined, theme: 'dark' })).toBe(true);
    expect(isOpenAfter({ open: false })).toBe(false);
    expect(isOpenAfter({ title: 'Day desk' })).toBe(false);
    // A click of the visitor in between does not change what an update means.
    launcher().click();
    expect(isOpenAfter({ open: false })).toBe(false);
    launcher().click();
    expect(isOpenAfter({ color: 'red' })).toBe(true);
  });
});
