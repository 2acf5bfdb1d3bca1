// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CoreOptions, createCoreWith } from '../../../src/core/index.ts';
import { englishTexts } from '../../../src/i18n/index.ts';
import { optionsSchema } from '../../../src/options/index.ts';
import { hashOrigin } from '../../../src/protocol/proxy/page-allowed.ts';
import type { PublicConfig } from '../../../src/protocol/proxy/public-config.ts';
import {
  createWidget,
  createWidgetStore,
  type OpenOrigin,
  type OptionLayers,
  type PanelDeps,
  type WidgetFacts,
} from '../../../src/widget/launcher/index.ts';
import { createPageViews } from '../../../src/widget/launcher/page-views.ts';
import { createProxyConfig } from '../../../src/widget/launcher/proxy-config.ts';
import { createPanel } from '../../../src/widget/panel/create-panel.ts';
import * as leadsModule from '../../../src/widget/panel/leads.ts';
import { createLeadsLoader } from '../../../src/widget/panel/load-leads.ts';
import { FakeChannels, FakeLocks } from '../../core/conversation/fake-tabs.ts';
import { waitFor } from '../../support/wait-for.ts';
import { addPopovers } from '../support/add-popovers.ts';
import { createHost } from '../support/create-host.ts';
import { type } from '../support/render-panel.ts';

const flowId = 'f1000000-0000-4000-8000-000000000001';
const config: PublicConfig = {
  flowId,
  wssUrl: 'wss://chat.example',
  form: { name: 'default', fields: [{ name: 'phone', type: 'tel', required: true }], consent: null },
  widget: { title: 'Northlight Dental', greeting: 'Good morning.' },
};

const lifetimes: AbortController[] = [];

function show({ config: inlined, ...layers }: OptionLayers, leads = createLeadsLoader()) {
  const { host: element, root, layer, launcher } = createHost();
  const lifetime = new AbortController();
  lifetimes.push(lifetime);
  const emit = vi.fn();
  const store = createWidgetStore({
    config: inlined,
    attributes: layers.attributes ?? {},
    overrides: layers.overrides ?? {},
    path: '/',
    now: 0,
    isLoaded: true,
  });
  const set = (facts: Partial<WidgetFacts>, origin: OpenOrigin = 'api') => store.set(facts, origin);
  const setOpen = vi.fn<PanelDeps['setOpen']>((wantsOpen, origin) => set({ wantsOpen }, origin));
  const proxyConfig = createProxyConfig({
    layers: { config: inlined, ...layers },
    store,
    onLoad: (loaded) => set({ config: loaded }),
    onFailed: (failedConfigAddress) => set({ failedConfigAddress }),
  });
  const deps: PanelDeps = {
    element,
    root,
    layer,
    launcher,
    ...store,
    signal: lifetime.signal,
    expectsForm: () => false,
    loadConfig: proxyConfig.load,
    forget: vi.fn(),
    answerStorageConsent: vi.fn(),
    chooseLocale: vi.fn(),
    setFacts: set,
    emit,
    setOpen,
    pageViews: createPageViews(),
  };
  const panel = {
    ...createPanel(deps, { locale: 'en', texts: englishTexts }, leads),
    destroy: () => lifetime.abort(),
    setOpen: (open: boolean, origin: OpenOrigin) => setOpen(open, origin),
  };
  setOpen.mockClear();
  const labels = () => {
    const { open, close } = store.get().words ?? {};
    return [open, close];
  };
  const change = (overrides: Record<string, unknown>) => set({ overrides });
  return { panel, emit, labels, get: store.get, set, setOpen, root, launcher, change, view: within(layer) };
}

// The first import takes longer than the time-out of a test.
beforeAll(() => import('../../../src/widget/ui/form/LeadForm.tsx'));

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(config)),
  );
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // A panel that is removed reports its funnel. happy-dom would really send it.
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
});

afterEach(() => {
  // happy-dom fails when the focused element is removed.
  for (const { shadowRoot } of document.querySelectorAll('div')) {
    if (shadowRoot?.activeElement instanceof HTMLElement) shadowRoot.activeElement.blur();
  }
  for (const lifetime of lifetimes.splice(0)) lifetime.abort();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('createPanel', () => {
  it('loads the form from the proxy, and shows it with the texts of the proxy', async () => {
    const { view, panel } = show({ attributes: { proxyUrl: 'https://proxy.example/base/' } });
    panel.setOpen(true, 'visitor');
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    expect(vi.mocked(fetch).mock.calls.map(([url]) => String(url))).toEqual([
      // Without a form of the page, the proxy chooses: `widget.form` reached the script tag only.
      'https://proxy.example/base/config',
    ]);
    expect(view.getByRole('dialog', { name: 'Northlight Dental' })).toBeTruthy();
    expect(view.getByText('Good morning.')).toBeTruthy();
  });

  it('speaks the language that the visitor chooses in another tab, also after it was deleted there', async () => {
    const { view, get } = show({ config, attributes: { locale: 'en' } });
    const dialog = view.getByRole('dialog', { hidden: true });
    const store = (key: string, newValue: string | null) =>
      dispatchEvent(new StorageEvent('storage', { key, newValue }));
    store('leadchat-locale', 'de');
    store('of-the-page', 'pl');
    await waitFor(() => expect(dialog.lang).toBe('de'));
    // The visitor has withdrawn the consent there, or another person begins.
    store('leadchat-locale', null);
    expect(get().chosenLocale).toBe('de');
  });

  // Cause: the browser tells the other tabs of what is stored, and not the page itself.
  it('speaks the language that the visitor chooses in another widget of the page', async () => {
    onTestFinished(addPopovers());
    const [first, second] = [show({ config }), show({ config })];
    first.panel.setOpen(true, 'visitor');
    (await first.view.findByRole('button', { name: 'Menu' })).click();
    fireEvent.input(await first.view.findByLabelText('Language'), { target: { value: 'de' } });
    await waitFor(() => expect(second.view.getByRole('dialog', { hidden: true }).lang).toBe('de'));
  });

  // Cause: a page in the back/forward cache hears of no other page.
  it('speaks the language that the visitor has chosen on another page when it comes back from there', async () => {
    localStorage.setItem('leadchat-locale', 'fr');
    const { view } = show({ config, attributes: { locale: 'en' } });
    const dialog = view.getByRole('dialog', { hidden: true });
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(dialog.lang).toBe('fr'));
  });

  it('requests nothing when the script contains the configuration', async () => {
    const { view, panel } = show({ config, attributes: { proxyUrl: 'https://proxy.example', title: 'Page' } });
    panel.setOpen(true, 'api');
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    expect(fetch).not.toHaveBeenCalled();
    expect(view.getByRole('dialog', { name: 'Page' })).toBeTruthy();
  });

  it('sends a lead that an earlier page left, although this page asks for none', async () => {
    const request = { form: 'default', fields: { phone: '+14155552671' } };
    const lead = { key: 'k1', to: 'https://proxy.example', at: Date.now(), claimedUntil: 0, request };
    localStorage.setItem('leadchat:leads', JSON.stringify({ version: 1, leads: [lead] }));
    const { panel } = show({ config, attributes: { proxyUrl: 'https://proxy.example', leadForm: 'off' } });
    panel.setOpen(true, 'visitor');
    await waitFor(() =>
      expect(fetch).toHaveBeenCalledWith('https://proxy.example/leads', expect.objectContaining({ method: 'POST' })),
    );
  });

  it('stores nothing before it is opened', async () => {
    const { panel, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    await waitFor(() => expect(view.getByLabelText('Phone')).toBeTruthy());
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    panel.setOpen(true, 'visitor');
    expect(Object.keys(localStorage)).toEqual(['leadchat-attribution']);
  });

  it('says that the chat is unavailable when the proxy does not respond, and tries again', async () => {
    vi.mocked(fetch).mockRejectedValueOnce(new Error('down'));
    const { view, panel, emit } = show({
      attributes: { proxyUrl: 'https://proxy.example', contact: 'mailto:desk@northlight.example' },
    });
    panel.setOpen(true, 'visitor');
    await waitFor(() => expect(view.getByText("Chat isn't available right now.")).toBeTruthy());
    const contact = view.getByRole('link', { name: 'desk@northlight.example' });
    expect(contact.getAttribute('href')).toBe('mailto:desk@northlight.example');
    expect(emit).toHaveBeenCalledWith('error', expect.objectContaining({ code: 'no-configuration' }));
    view.getByRole('button', { name: 'Try again' }).click();
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
  });

  /** With fake timers, which it ends. */
  async function saysSoAfterTenSeconds(view: ReturnType<typeof show>['view']): Promise<void> {
    await vi.advanceTimersByTimeAsync(9_900);
    expect(view.queryByText("Chat isn't available right now.")).toBeNull();
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await waitFor(() => expect(view.getByText("Chat isn't available right now.")).toBeTruthy());
  }

  it('says so after ten seconds when the proxy accepts the request and never answers', async () => {
    vi.useFakeTimers();
    // fetch() itself has no time limit, so the visitor saw the skeleton for ever.
    const neverAnswers = (_: unknown, { signal }: RequestInit = {}) =>
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    vi.mocked(fetch).mockImplementationOnce(neverAnswers);
    const { view, panel } = show({
      attributes: { proxyUrl: 'https://proxy.example', contact: 'tel:+14155550100' },
    });
    panel.setOpen(true, 'visitor');
    await saysSoAfterTenSeconds(view);
    expect(view.getByRole('link').getAttribute('href')).toBe('tel:+14155550100');
    view.getByRole('button', { name: 'Try again' }).click();
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
  });

  // The visitor saw the skeleton until the browser gave up, which takes minutes.
  it('says so after ten seconds when the code of the form does not come, and shows the form when it does', async () => {
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<typeof leadsModule>();
    const { view, panel, emit } = show(
      { config, attributes: { proxyUrl: 'https://proxy.example' } },
      createLeadsLoader(() => promise),
    );
    panel.setOpen(true, 'visitor');
    await saysSoAfterTenSeconds(view);
    expect(emit).toHaveBeenCalledWith('error', expect.objectContaining({ code: 'load-failed' }));
    resolve(leadsModule);
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
  });

  // Cause: whoever shared a failure reported it, so a page that answered with another option was called again at once, without end.
  it('reports a failed load once to a page that answers with another option', async () => {
    const load = vi.fn(async (): Promise<typeof leadsModule> => {
      throw new TypeError('blocked');
    });
    const proxyUrl = 'https://proxy.example';
    const { change, emit } = show({ config, attributes: { proxyUrl } }, createLeadsLoader(load));
    const reports = () => emit.mock.calls.filter(([name, detail]) => name === 'error' && detail.code === 'load-failed');
    let round = 0;
    emit.mockImplementation((name) => {
      if (name === 'error' && round < 30) change({ resumeDays: ++round });
    });
    await waitFor(() => expect(reports().length).toBeGreaterThan(0));
    for (let days = 100; days < 130; days++) {
      change({ resumeDays: days });
      await Promise.resolve();
    }
    await new Promise((resolve) => setTimeout(resolve));
    expect(reports()).toHaveLength(load.mock.calls.length);
  });

  it.each([{ ...config, flowId: 5 }, { form: {} }, [], 'a login page'])(
    'says so when the response is no configuration, and requests it again: %j',
    async (body) => {
      vi.mocked(fetch).mockResolvedValueOnce(Response.json(body));
      const { view, panel } = show({ attributes: { proxyUrl: 'https://proxy.example' } });
      panel.setOpen(true, 'visitor');
      await waitFor(() => expect(view.getByText("Chat isn't available right now.")).toBeTruthy());
      view.getByRole('button', { name: 'Try again' }).click();
      await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
      expect(fetch).toHaveBeenCalledTimes(2);
    },
  );

  it('chats without a form on a page that the proxy refuses, and says which setting is wrong', async () => {
    const elsewhere = { ...config, originHashes: [hashOrigin('https://www.northlight.example')] };
    const { view, panel, emit } = show({ config: elsewhere, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    // With a form, the visitor would read that the lead is sent later, which cannot happen.
    expect(await view.findByRole('textbox', { name: 'Message' })).toBeTruthy();
    expect(view.queryByRole('textbox', { name: 'Phone' })).toBeNull();
    expect(emit).toHaveBeenCalledWith('error', {
      code: 'origin-not-allowed',
      message: `[leadchat] the proxy refuses leads from this page: add "${location.origin}" to \`origins\` in its configuration.`,
    });
  });

  it('shows the form on a page that the proxy allows', async () => {
    const { view, panel, emit } = show({
      config: { ...config, originHashes: [hashOrigin(location.origin)] },
      attributes: { proxyUrl: 'https://proxy.example' },
    });
    panel.setOpen(true, 'visitor');
    expect(await view.findByRole('textbox', { name: 'Phone' })).toBeTruthy();
    expect(emit).not.toHaveBeenCalledWith('error', expect.anything());
  });

  it('reports a page with neither a flow nor a proxy', async () => {
    // The launcher, which has no schema, takes any text for a flow.
    const { emit, get } = show({ overrides: { flowId: 'sales', wssUrl: 'wss://chat.example' } });
    await waitFor(() => expect(get().problem).toBe('no-service'));
    await waitFor(() =>
      expect(emit).toHaveBeenCalledWith('error', {
        code: 'no-service',
        message: '[leadchat] options `flowId` and `wssUrl`, or `proxyUrl`, are needed.',
      }),
    );
  });

  it('reports a wrong option once, and uses its default', async () => {
    const { emit, change } = show({ config, overrides: { theme: 'night' } });
    change({ theme: 'night', title: 'New' });
    change({ theme: 'night', position: 'top' });
    const reported = () => emit.mock.calls.flatMap(([name, { message }]) => (name === 'error' ? [message] : []));
    // The last problem that is reported.
    await waitFor(() => expect(reported().at(-1)).toContain('position'));
    expect(reported()).toEqual([
      '[leadchat] option `theme` must be one of "auto", "light", "dark", got "night".',
      '[leadchat] option `position` must be one of "bottom-right", "bottom-left", got "top".',
    ]);
  });

  it('reports a wrong value of any option that the page changes, once each', async () => {
    const { emit, change } = show({ config });
    const reported = () =>
      emit.mock.calls.flatMap(([name, { code, message }]) =>
        name === 'error' && code === 'bad-option' ? [message] : [],
      );
    for (const name of Object.keys(optionsSchema.shape)) {
      emit.mockClear();
      change({ [name]: null });
      await waitFor(() =>
        expect(reported()).toEqual([expect.stringMatching(`option \`${name}\` must .*, got null\\.$`)]),
      );
    }
  });

  it('uses the visitor’s language, for the names of the launcher too', async () => {
    const { labels, view, change } = show({
      config,
      attributes: { proxyUrl: 'https://proxy.example', locale: 'de', title: '{"en":"Ask","de":"Fragen"}' },
    });
    await waitFor(() => expect(labels()).toEqual(['Chat öffnen', 'Chat schließen']));
    const dialog = () => view.getByRole('dialog', { hidden: true });
    await waitFor(() => expect(dialog().getAttribute('aria-label')).toBe('Fragen'));
    change({ locale: 'en', texts: { openChat: 'Ask us' } });
    await waitFor(() => expect(labels()).toEqual(['Ask us', 'Close chat']));
    expect([dialog().lang, dialog().getAttribute('aria-label')]).toEqual(['en', 'Ask']);
  });

  it('prefills the form with values that were set before it was loaded', async () => {
    const { panel, view } = show({ attributes: { proxyUrl: 'https://proxy.example' } });
    panel.prefill({ phone: '+14155552671' });
    panel.setOpen(true, 'visitor');
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toHaveProperty('value', '+14155552671'));
  });

  it('reports each value that fills in nothing, once, without saying the value', async () => {
    const { panel, emit, change } = show({ attributes: { proxyUrl: 'https://proxy.example' } });
    panel.prefill({ phnoe: '+14155552671', nickname: 'Ada' });
    await waitFor(() => expect(emit).toHaveBeenCalledWith('error', expect.anything()));
    panel.prefill({ phone: true });
    change({ resumeDays: 3 });
    await waitFor(() => expect(emit.mock.calls.filter(([name]) => name === 'error').length).toBeGreaterThan(2));
    const errors = emit.mock.calls.flatMap(([name, { code, message }]) =>
      name === 'error' ? [`${code} ${message}`] : [],
    );
    expect(errors).toEqual([
      'bad-prefill [leadchat] "phnoe" fills in nothing: the form has no such field. Did you mean "phone"?',
      'bad-prefill [leadchat] "nickname" fills in nothing: the form has no such field.',
      'bad-prefill [leadchat] "phone" fills in nothing: its value must be a string, got a boolean.',
    ]);
  });

  it('prefills the composer with a text, and leaves alone what the visitor has written', async () => {
    const { panel, view, emit } = show({ config, overrides: { leadForm: 'off' } });
    panel.prefill('I would like to book a check-up.');
    panel.setOpen(true, 'visitor');
    const message = await view.findByRole('textbox', { name: 'Message' });
    expect(message).toHaveProperty('value', 'I would like to book a check-up.');
    panel.prefill('I would like to book a cleaning.');
    await waitFor(() => expect(message).toHaveProperty('value', 'I would like to book a cleaning.'));
    type(message, 'My tooth hurts.');
    panel.prefill('I would like to book a check-up.');
    await waitFor(() => expect(message).toHaveProperty('value', 'My tooth hurts.'));
    expect(emit).not.toHaveBeenCalledWith('error', expect.anything());
  });

  it.each([
    ['afterLead', { afterLead: 'thanks' }],
    ['away', { away: 'lead-only', hours: { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] } }],
  ])('reports that %s has no effect without a form', async (option, overrides) => {
    const { emit } = show({ config, overrides: { ...overrides, leadForm: 'off' } });
    await waitFor(() =>
      expect(emit).toHaveBeenCalledWith('error', {
        code: 'bad-option',
        message: `[leadchat] option \`${option}\` has no effect: this chat has no form for the lead.`,
      }),
    );
  });

  // The schema takes any key, because a list of them would be a second language for most visitors.
  it('reports a text that the widget does not have', async () => {
    const { emit } = show({ config, overrides: { texts: { startchat: 'Ask', send: 'Go' } } });
    await waitFor(() =>
      expect(emit).toHaveBeenCalledWith('error', {
        code: 'bad-option',
        message: '[leadchat] option `texts.startchat` is unknown. Did you mean `texts.startChat`?',
      }),
    );
  });

  it('says outside the opening hours when the site is back, also in a chat', async () => {
    const dayAfterTomorrow = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 2) % 7];
    const hours = { timeZone: 'UTC', open: [{ days: [dayAfterTomorrow], from: '09:00', to: '17:00' }] };
    const { panel, view } = show({ config, overrides: { hours, leadForm: 'off' } });
    panel.setOpen(true, 'visitor');
    expect(await view.findByText(/^Back \w+day \d+:00/)).toBeTruthy();
  });

  it('prefills the form of each chat that it creates, until the visitor is forgotten', async () => {
    const { panel, view, change } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.prefill({ phone: '+14155552671' });
    change({ resumeDays: 3 });
    panel.setOpen(true, 'visitor');
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toHaveProperty('value', '+14155552671'));
    panel.reset(undefined, { id: 'deletion', at: Date.now() });
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toHaveProperty('value', ''));
  });

  // reset() waited for the chat, and then forgot the next visitor too.
  it('uses what the page says about the next visitor after reset(), even before the chat is loaded', async () => {
    const proxy = { proxyUrl: 'https://proxy.example' };
    const { panel, view, change } = show({ attributes: proxy, overrides: { userToken: 'first' } });
    panel.prefill({ phone: '+14155552671' });
    panel.reset('first', { id: 'deletion', at: Date.now() });
    panel.prefill({ phone: '+14155552672' });
    change({ userToken: 'second' });
    panel.setOpen(true, 'visitor');
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toHaveProperty('value', '+14155552672'));
    expect(fetch).toHaveBeenCalledWith(
      expect.stringContaining('/identity'),
      expect.objectContaining({ body: expect.stringContaining('"second"') }),
    );
  });

  // Cause: what another tab had said waited for the panel, and then took the token of the next visitor for that of the one before.
  it('uses the token that the page sets after a reset in another tab, even before the panel is loaded', async () => {
    const proxyUrl = 'https://proxy.example';
    const widget = createWidget(
      { overrides: { proxyUrl, userToken: 'first' } },
      {
        loadPanel: async () => ({
          createPanel: (deps) => createPanel(deps, { locale: 'en', texts: englishTexts }, createLeadsLoader()),
        }),
      },
    );
    onTestFinished(() => widget.destroy());
    sessionStorage.setItem('leadchat-form:flow', '{}');
    await waitFor(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'leadchat-deletion', newValue: 'reset 1 1' }));
      expect(sessionStorage).toHaveLength(0);
    });
    widget.update({ userToken: 'second' });
    widget.open();
    await waitFor(() =>
      expect(fetch).toHaveBeenCalledWith(
        expect.stringContaining('/identity'),
        expect.objectContaining({ body: expect.stringContaining('"second"') }),
      ),
    );
  });

  // Cause: reset() waited for the panel, and then took the token of the next visitor for that of the one before.
  it('uses the token that the page sets after reset(), even before the panel is loaded', async () => {
    const proxyUrl = 'https://proxy.example';
    const widget = createWidget(
      { overrides: { proxyUrl, userToken: 'first' } },
      {
        loadPanel: async () => ({
          createPanel: (deps) => createPanel(deps, { locale: 'en', texts: englishTexts }, createLeadsLoader()),
        }),
      },
    );
    onTestFinished(() => widget.destroy());
    widget.reset();
    widget.update({ userToken: 'second' });
    widget.open();
    await waitFor(() =>
      expect(fetch).toHaveBeenCalledWith(
        expect.stringContaining('/identity'),
        expect.objectContaining({ body: expect.stringContaining('"second"') }),
      ),
    );
  });

  // Cause: the chat of the page before was destroyed before it heard that it may store what the new one goes on with.
  it('keeps the conversation when the visitor agrees to storing after another page has changed the chat', async () => {
    const overrides = { leadForm: 'off', consent: 'required' };
    const { panel, change, view } = show({ config, overrides });
    panel.setOpen(true, 'visitor');
    panel.sendMessage('Hello');
    expect(await view.findByText('Hello')).toBeTruthy();
    change({ ...overrides, resumeDays: 3 });
    change({ ...overrides, resumeDays: 3, consent: 'granted' });
    await waitFor(() => expect(view.getAllByText('Hello')).toHaveLength(1));
  });

  // Otherwise it goes back to the tab that has told it, where the visitor may have answered again.
  it.each([
    [true, 0],
    [false, 1],
  ])(
    'tells the chats of other tabs the answer about storing, unless its widget has heard it there: %s',
    async (isConsentHeard, times) => {
      const { panel, set, view } = show({ config, overrides: { leadForm: 'off' } });
      panel.setOpen(true, 'visitor');
      panel.sendMessage('Hello');
      expect(await view.findByText('Hello')).toBeTruthy();
      const post = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
      set({ storageConsent: 'denied', isConsentHeard });
      const told = post.mock.calls.filter(([message]) => Object(message).event?.type === 'storage-consent-changed');
      expect(told).toHaveLength(times);
      post.mockRestore();
    },
  );

  // Cause: the chat was replaced by one that looked only where the next page stores.
  it.each([
    ['local', 'session'],
    ['session', 'local'],
    ['local', 'none'],
    // Cause: the log showed the messages of the chat that was there before, and nothing new.
    ['local', 'local'],
  ])('keeps the conversation of storage "%s" on a page with storage "%s"', async (before, after) => {
    // Cause: a chat that goes on at once told of itself before the panel could listen.
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    const session_id = 'webchat-session.b1000000-0000-4000-8000-000000000001';
    const messages = [{ id: 'm1', from: 'agent', text: 'As I said', at: Date.now() }];
    const area = before === 'local' ? localStorage : sessionStorage;
    area.setItem(`leadchat:${flowId}`, JSON.stringify({ version: 1, session_id, at: Date.now(), messages }));
    const overrides = { leadForm: 'off', storage: before, starters: ['What does it cost?'] };
    const { panel, change, view } = show({ config, overrides });
    panel.setOpen(true, 'visitor');
    expect(await view.findByText('As I said')).toBeTruthy();
    expect(await view.findByRole('button', { name: 'What does it cost?' })).toBeTruthy();
    change({ ...overrides, storage: after });
    // Another option of the page that needs another chat comes with it.
    change({ ...overrides, storage: after, resumeDays: 3 });
    panel.sendMessage('Hello');
    expect(await view.findByText('Hello')).toBeTruthy();
    expect(view.queryByText('As I said')).not.toBeNull();
    expect(view.queryByRole('button', { name: 'What does it cost?' })).toBeNull();
    expect(reportError).not.toHaveBeenCalled();
  });

  // Cause: the chat wrote where it had begun to store until the conversation ended.
  it.each(['local', 'session'])(
    'stores nothing more where "%s" becomes "none" during a conversation',
    async (before) => {
      const overrides = { leadForm: 'off', storage: before };
      const { panel, change, view } = show({ config, overrides });
      panel.setOpen(true, 'visitor');
      panel.sendMessage('Hello');
      const field = await view.findByRole('textbox', { name: 'Message' });
      type(field, 'I wonder');
      const keys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /:/.test(key));
      await waitFor(() => expect(keys()).toContain(`leadchat:${flowId}:outbox`));
      change({ ...overrides, storage: 'none' });
      expect(keys()).toEqual([]);
      panel.sendMessage('Nobody keeps this');
      type(field, 'I wonder whether');
      await waitFor(() => expect(view.getAllByText('Nobody keeps this')).not.toHaveLength(0));
      dispatchEvent(new PageTransitionEvent('pagehide'));
      expect(keys()).toEqual([]);
      change(overrides);
      expect(keys()).not.toEqual([]);
    },
  );

  // Cause: a chat wrote to the place where it had begun to store until its conversation ended, whatever the page named since.
  it.each([
    ['local', 'session'],
    ['session', 'local'],
  ] as const)('stores a conversation elsewhere as soon as "%s" becomes "%s"', async (before, next) => {
    const accepted = { status: 'accepted', lead: crypto.randomUUID(), token: 'secret', session: null };
    vi.stubGlobal('fetch', async () => Response.json(accepted, { status: 202 }));
    const areas = { local: localStorage, session: sessionStorage };
    const stored = (place: keyof typeof areas) => areas[place].getItem(`leadchat:${flowId}`) ?? '';
    const attributes = { proxyUrl: 'https://proxy.example' };
    const { panel, change, view } = show({ config, attributes, overrides: { storage: before } });
    panel.setOpen(true, 'visitor');
    type(await view.findByRole('textbox', { name: 'Phone' }), '+14155552671');
    view.getByRole('button', { name: 'Start chat' }).click();
    const message = await view.findByRole('textbox', { name: 'Message' });
    await waitFor(() => expect(stored(before)).toContain(accepted.lead));
    type(message, 'I wonder');
    change({ storage: next });
    expect([stored(before), stored(next)]).toEqual(['', expect.stringContaining(accepted.lead)]);
    // It is the same chat, which goes on.
    expect(view.getByRole('textbox', { name: 'Message' })).toBe(message);
    expect(message).toHaveProperty('value', 'I wonder');
    change({ storage: 'none' });
    expect([stored(before), stored(next)]).toEqual(['', '']);
    change({ storage: next, resumeDays: 3 });
    expect(stored(before)).toBe('');
    await waitFor(() => expect(stored(next)).toContain(accepted.lead));
    expect(await view.findByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'I wonder');
  });

  // Cause: a chat without a conversation was replaced by one that looked only where the page stores now.
  it.each([
    ['local', 'session'],
    ['session', 'local'],
    ['local', 'none'],
  ] as const)('keeps thanks, and the lead that waits, where "%s" becomes "%s"', async (before, next) => {
    const request = vi.fn<typeof fetch>(async () => {
      throw new TypeError('Failed to fetch');
    });
    vi.stubGlobal('fetch', request);
    const areas = { local: localStorage, session: sessionStorage };
    const leads = (place: typeof before | typeof next) =>
      place === 'none' ? null : areas[place].getItem('leadchat:leads');
    const overrides = { afterLead: 'thanks', storage: before };
    const { panel, change, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' }, overrides });
    panel.setOpen(true, 'visitor');
    type(await view.findByRole('textbox', { name: 'Phone' }), '+14155552671');
    view.getByRole('button', { name: 'Send' }).click();
    await waitFor(() => expect(panel.state().phase).toBe('thanks'));
    expect(leads(before)).toContain('"phone"');
    change({ ...overrides, storage: next });
    expect([panel.state().phase, leads(before)]).toEqual(['thanks', null]);
    if (next !== 'none') expect(leads(next)).toContain('"phone"');
    request.mockClear();
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(request).toHaveBeenCalledWith(expect.stringContaining('/leads'), expect.anything()));
  });

  it('keeps the form as it is where the page stores elsewhere', async () => {
    const { panel, change, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    const phone = await view.findByRole('textbox', { name: 'Phone' });
    type(phone, '+1415555');
    for (const storage of ['session', 'none', 'local'] as const) change({ storage });
    expect(view.getByRole('textbox', { name: 'Phone' })).toBe(phone);
    expect(phone).toHaveProperty('value', '+1415555');
  });

  it('goes on with the conversation that is stored where the page stores now, before another has begun', async () => {
    const session_id = 'webchat-session.b1000000-0000-4000-8000-000000000001';
    const messages = [{ id: 'm1', from: 'agent', text: 'As I said', at: Date.now() }];
    const { panel, change } = show({ config, overrides: { leadForm: 'off' } });
    await waitFor(() => expect(panel.state().phase).toBe('idle'));
    sessionStorage.setItem(`leadchat:${flowId}`, JSON.stringify({ version: 1, session_id, at: Date.now(), messages }));
    change({ leadForm: 'off', storage: 'none' });
    expect(panel.state().phase).toBe('idle');
    change({ leadForm: 'off', storage: 'session' });
    await waitFor(() => expect(panel.state().phase).toBe('chatting'));
  });

  // Cause: whether a conversation is stored was read from the options alone.
  it('keeps a conversation that the browser refuses to store when the page changes', async () => {
    for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, null);
    try {
      const { panel, change, view } = show({ config, overrides: { leadForm: 'off' } });
      panel.setOpen(true, 'visitor');
      panel.sendMessage('Hello');
      expect(await view.findByText('Hello')).toBeTruthy();
      change({ leadForm: 'off', resumeDays: 3 });
      panel.sendMessage('Again');
      expect(await view.findByText('Again')).toBeTruthy();
      expect(view.queryByText('Hello')).not.toBeNull();
    } finally {
      // Before the storages are cleared.
      vi.unstubAllGlobals();
    }
  });

  // Cause: the consent was applied before the storage that came with it.
  it('stores nothing in the storage that the page leaves as the visitor agrees', async () => {
    const session_id = 'webchat-session.b1000000-0000-4000-8000-000000000001';
    localStorage.setItem(`leadchat:${flowId}`, JSON.stringify({ version: 1, session_id, at: Date.now() }));
    const stored = localStorage.getItem(`leadchat:${flowId}`);
    const overrides = { leadForm: 'off', consent: 'required' };
    const { panel, change, view } = show({ config, overrides });
    panel.setOpen(true, 'visitor');
    panel.sendMessage('Hello');
    expect(await view.findByText('Hello')).toBeTruthy();
    change({ ...overrides, consent: 'granted', storage: 'none' });
    dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(localStorage.getItem(`leadchat:${flowId}`)).toBe(stored);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  // Cause: a chat that had not begun did not hear of it, nor did the panel.
  it('forgets what it remembers of a visitor who is forgotten in another tab, before its chat has begun', async () => {
    const isRoomy = (query: string) => Object.assign(new EventTarget(), { matches: /min-width: 600px/.test(query) });
    vi.stubGlobal('matchMedia', isRoomy);
    const overrides = { leadForm: 'later', userToken: 'first' };
    const { change, panel, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' }, overrides });
    panel.prefill({ phone: '+14155552671' });
    panel.prefill('I am Ada.');
    (await view.findByLabelText('Make the chat larger')).click();
    expect(await view.findByLabelText('Make the chat smaller')).toBeTruthy();
    panel.onForgottenElsewhere(true, { id: 'deletion', at: Date.now() }, 'first');
    expect(await view.findByLabelText('Make the chat larger')).toBeTruthy();
    panel.setOpen(true, 'visitor');
    panel.showForm();
    expect(await view.findByRole('textbox', { name: 'Phone' })).toHaveProperty('value', '');
    expect(await view.findByRole('textbox', { name: 'Message' })).toHaveProperty('value', '');
    const identified = () => vi.mocked(fetch).mock.calls.filter(([address]) => String(address).endsWith('/identity'));
    expect(identified()).toHaveLength(0);
    change({ ...overrides, userToken: 'second' });
    await waitFor(() => expect(identified()).toHaveLength(1));
  });

  // Cause: a chat that had begun was left to the chats of its flow, and the deletion was another flow's.
  it.each([true, false])(
    'forgets the visitor of a chat that has begun, if only the browser says so (reset: %s)',
    async (isReset) => {
      const overrides = { leadForm: 'required', userToken: 'first' };
      const { panel, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' }, overrides });
      panel.prefill({ phone: '+14155552671' });
      panel.setOpen(true, 'visitor');
      const phone = () => view.getByRole('textbox', { name: 'Phone' });
      await waitFor(() => expect(phone()).toHaveProperty('value', '+14155552671'));
      type(phone(), '+14155552672');
      panel.onForgottenElsewhere(isReset, { id: 'deletion', at: Date.now() }, 'first');
      expect([...Object.values(localStorage), ...Object.values(sessionStorage)].join()).not.toContain('555267');
      if (!isReset) (await view.findByRole('button', { name: 'New conversation' })).click();
      await waitFor(() => expect(phone()).toHaveProperty('value', ''));
      const tokens = vi.mocked(fetch).mock.calls.filter(([address]) => String(address).endsWith('/identity'));
      expect(tokens).toHaveLength(1);
    },
  );

  // Cause: the chat that keeps the lead was replaced once its conversation had ended.
  it('sends a lead that waits in memory after the conversation in which the storage became "none"', async () => {
    onTestFinished(addPopovers());
    const request = vi.fn<typeof fetch>(async () => {
      throw new TypeError('Failed to fetch');
    });
    vi.stubGlobal('fetch', request);
    const { panel, change, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    type(await view.findByRole('textbox', { name: 'Phone' }), '+14155552671');
    view.getByRole('button', { name: 'Start chat' }).click();
    await view.findByRole('textbox', { name: 'Message' });
    await waitFor(() => expect(localStorage.getItem('leadchat:leads')).toContain('"phone"'));
    change({ storage: 'none' });
    await waitFor(() => expect(localStorage.getItem('leadchat:leads')).toBeNull());
    panel.sendMessage('Hello');
    view.getByRole('button', { name: 'Menu' }).click();
    (await view.findByRole('button', { name: 'End chat' })).click();
    await waitFor(() => expect(panel.state().phase).toBe('ended'));
    request.mockClear();
    dispatchEvent(new Event('online'));
    await waitFor(() =>
      expect(request).toHaveBeenCalledWith(
        expect.stringContaining('/leads'),
        expect.objectContaining({ method: 'POST' }),
      ),
    );
  });

  // Cause: the chat of the next page found the lead waiting, and what came of it was told to the one before.
  it('knows what comes of a lead that is being sent while another page changes the chat', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => promise);
    const { panel, change, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    type(await view.findByRole('textbox', { name: 'Phone' }), '+14155552671');
    view.getByRole('button', { name: 'Start chat' }).click();
    await waitFor(() => expect(localStorage.getItem('leadchat:leads')).toContain('"phone"'));
    change({ resumeDays: 3 });
    resolve(
      Response.json({ status: 'accepted', lead: crypto.randomUUID(), token: 'secret', session: null }, { status: 202 }),
    );
    expect(await view.findByRole('textbox', { name: 'Message' })).toBeTruthy();
    await waitFor(() => expect(localStorage.getItem('leadchat:leads')).toBeNull());
    expect(view.queryByText(/as soon as the connection is back/)).toBeNull();
  });

  describe('beside another tab', () => {
    /** Another tab of the same site, which leads. */
    async function anotherTab(options: Partial<CoreOptions> = {}) {
      const [locks, channels] = [new FakeLocks(), new FakeChannels()];
      const [own, other] = [{}, {}];
      vi.stubGlobal('BroadcastChannel', function open(name: string) {
        return channels.of(own)(name);
      });
      const here = { locks: locks.of(own) };
      const get = (target: Navigator, name: string) => Reflect.get(name in here ? here : target, name);
      vi.stubGlobal('navigator', new Proxy(navigator, { get }));
      const environment = { locks: locks.of(other), openChannel: channels.of(other) };
      const chat = createCoreWith(
        { flowId, wssUrl: 'wss://chat.example', storage: 'none', environment, ...options },
        options.proxyUrl === undefined ? undefined : leadsModule,
        () => () => ({
          open() {},
          send: () => false,
          wake() {},
          close() {},
        }),
      );
      onTestFinished(() => chat.destroy());
      chat.start();
      return chat;
    }

    // Cause: what another tab did was compared with what is shown here, and a hidden chat shows nothing.
    it('stays closed after it was hidden while the other tab opened and closed its chat', async () => {
      const other = await anotherTab();
      const { get, panel, set } = show({ config, overrides: { leadForm: 'off' } });
      await waitFor(() => expect(panel.state().phase).toBe('idle'));
      panel.setOpen(true, 'visitor');
      await waitFor(() => expect(other.state.open.value).toBe(true));
      set({ isHiddenByPage: true });
      await waitFor(() => expect(other.state.open.value).toBe(false));
      other.setVisible(true);
      await waitFor(() => expect(get().wantsOpen).toBe(true));
      other.setVisible(false);
      await waitFor(() => expect(get().wantsOpen).toBe(false));
      set({ isHiddenByPage: false });
      expect(get().isOpen).toBe(false);
    });

    // Cause: only the tab in which it was asked for forgot what the page knows of the visitor.
    it('asks no more for the visitor whom the other tab has forgotten', async () => {
      const other = await anotherTab();
      const overrides = { leadForm: 'later', userToken: 'first' };
      const { change, panel, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' }, overrides });
      const phone = () => view.findByRole('textbox', { name: 'Phone' });
      const identified = () => vi.mocked(fetch).mock.calls.filter(([address]) => String(address).endsWith('/identity'));
      panel.prefill({ phone: '+14155552671' });
      panel.setOpen(true, 'visitor');
      panel.showForm();
      expect(await phone()).toHaveProperty('value', '+14155552671');
      await waitFor(() => expect(identified()).toHaveLength(1));
      other.forget();
      (await view.findByRole('button', { name: 'New conversation' })).click();
      change({ ...overrides, resumeDays: 3 });
      panel.showForm();
      expect(await phone()).toHaveProperty('value', '');
      expect(identified()).toHaveLength(1);
      change({ ...overrides, resumeDays: 3, userToken: 'second' });
      await waitFor(() => expect(identified()).toHaveLength(2));
    });

    // Cause: a function was forgotten like the token of the person who has left, and components pass the same one for good.
    it.each([
      ['the other tab is reset', 'later', undefined],
      ['both show their forms, and the other tab is reset', 'required', '#chat'],
    ] as const)('asks the function of its page who is there when %s', async (_, leadForm, target) => {
      const proxyUrl = 'https://proxy.example';
      const other = await anotherTab(target && { proxyUrl });
      document.body.append(Object.assign(document.createElement('div'), { id: 'chat' }));
      const userToken = vi.fn(async () => 'somebody');
      const { panel, view } = show({ config, attributes: { proxyUrl }, overrides: { leadForm, target, userToken } });
      panel.setOpen(true, 'visitor');
      if (target === undefined) panel.showForm();
      await waitFor(() => expect(userToken).toHaveBeenCalledTimes(1));
      expect(await view.findByRole('textbox', { name: 'Phone' })).toBeTruthy();
      other.reset();
      if (target === undefined) {
        await waitFor(() => expect(view.queryByRole('textbox', { name: 'Phone' })).toBeNull());
        panel.showForm();
      }
      await waitFor(() => expect(userToken).toHaveBeenCalledTimes(2));
    });

    it('asks no function for the visitor whose data the other tab has deleted', async () => {
      const proxyUrl = 'https://proxy.example';
      const other = await anotherTab();
      const [userToken, next] = [vi.fn(async () => 'first'), vi.fn(async () => 'second')];
      const { change, panel, view } = show({
        config,
        attributes: { proxyUrl },
        overrides: { leadForm: 'later', userToken },
      });
      panel.setOpen(true, 'visitor');
      panel.showForm();
      await waitFor(() => expect(userToken).toHaveBeenCalledTimes(1));
      other.forget();
      (await view.findByRole('button', { name: 'New conversation' })).click();
      panel.showForm();
      expect(await view.findByRole('textbox', { name: 'Phone' })).toBeTruthy();
      change({ leadForm: 'later', userToken: next });
      await waitFor(() => expect(next).toHaveBeenCalledTimes(1));
      expect(userToken).toHaveBeenCalledTimes(1);
    });

    // Cause: it was closed with the floating chat of the other tab, and has no launcher.
    it('stays in its target when the other tab closes its chat', async () => {
      const other = await anotherTab();
      other.setVisible(true);
      document.body.append(Object.assign(document.createElement('div'), { id: 'chat' }));
      const { get, view } = show({ config, overrides: { leadForm: 'off', target: '#chat' } });
      other.sendMessage('Hello');
      expect(await view.findByText('Hello')).toBeTruthy();
      other.setVisible(false);
      other.sendMessage('After it');
      expect(await view.findByText('After it')).toBeTruthy();
      expect(get().isOpen).toBe(true);
    });

    // Cause: nobody said that it had left its page, until the other tab said something, which closed it in front of its visitor.
    it('stays open as it leaves its target, and opens in the other tab, too', async () => {
      const other = await anotherTab();
      document.body.append(Object.assign(document.createElement('div'), { id: 'chat' }));
      const { change, get, panel, view } = show({ config, overrides: { leadForm: 'off', target: '#chat' } });
      panel.setOpen(true, 'api');
      other.sendMessage('Hello');
      expect(await view.findByText('Hello')).toBeTruthy();
      expect(other.state.open.value).toBe(false);
      change({ leadForm: 'off' });
      await waitFor(() => expect(other.state.open.value).toBe(true));
      other.sendMessage('After it');
      expect(await view.findByText('After it')).toBeTruthy();
      expect(get().isOpen).toBe(true);
      other.setVisible(false);
      await waitFor(() => expect(get().isOpen).toBe(false));
    });

    it('closes no chat of the other tab as it leaves its target', async () => {
      const other = await anotherTab();
      document.body.append(Object.assign(document.createElement('div'), { id: 'chat' }));
      const { change, get, view } = show({ config, overrides: { leadForm: 'off' } });
      change({ leadForm: 'off', target: '#chat' });
      other.setVisible(true);
      other.sendMessage('Hello');
      expect(await view.findByText('Hello')).toBeTruthy();
      change({ leadForm: 'off' });
      expect(get().isOpen).toBe(false);
      for (let count = 0; count < 20; count++) await Promise.resolve();
      expect(other.state.open.value).toBe(true);
    });

    it('stays open in the target that it comes into when the other tab closes its chat', async () => {
      const other = await anotherTab();
      document.body.append(Object.assign(document.createElement('div'), { id: 'chat' }));
      const { change, get, panel, view } = show({ config, overrides: { leadForm: 'off' } });
      panel.setOpen(true, 'visitor');
      await waitFor(() => expect(other.state.open.value).toBe(true));
      change({ leadForm: 'off', target: '#chat' });
      other.setVisible(false);
      other.sendMessage('Hello');
      expect(await view.findByText('Hello')).toBeTruthy();
      expect(get().isOpen).toBe(true);
    });

    it.each(['no selector!', '#chat'])('floats closed, and closes no other, with the target %s', async (target) => {
      const other = await anotherTab();
      const { change, view } = show({ config, overrides: { leadForm: 'off', target: '#chat' } });
      other.sendMessage('Hello');
      expect(await view.findByText('Hello')).toBeTruthy();
      other.setVisible(true);
      change({ leadForm: 'off', target });
      for (let count = 0; count < 20; count++) await Promise.resolve();
      expect(other.state.open.value).toBe(true);
    });

    // Cause: the chat in its target was on screen, and its core took it for closed.
    it.each(['here', 'in the other tab'])(
      'asks the next person for their lead in its target, after the other tab was closed and one was reset %s',
      async (where) => {
        const other = await anotherTab();
        other.setVisible(true);
        document.body.append(Object.assign(document.createElement('div'), { id: 'chat' }));
        const overrides = { leadForm: 'required', target: '#chat' };
        const { panel, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' }, overrides });
        other.sendMessage('Hello');
        expect(await view.findByText('Hello')).toBeTruthy();
        other.setVisible(false);
        other.sendMessage('After it');
        expect(await view.findByText('After it')).toBeTruthy();
        if (where === 'here') panel.reset(undefined, { id: 'deletion', at: Date.now() });
        else other.reset();
        expect(await view.findByRole('textbox', { name: 'Phone' })).toBeTruthy();
        expect(view.queryByText('Hello')).toBeNull();
      },
    );
  });

  it('loads the configuration of another proxy when the option changes', async () => {
    const { panel, view, change } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    change({ title: 'Same proxy' });
    expect(fetch).not.toHaveBeenCalled();
    change({ proxyUrl: 'https://other.example' });
    await waitFor(() => expect(fetch).toHaveBeenCalledOnce());
    expect(String(vi.mocked(fetch).mock.lastCall?.[0])).toBe('https://other.example/config');
  });

  // Cause: only the latest request was kept, and each change of the form requested anew what had just failed.
  it('requests each form once for a page that changes between two in a loop while the proxy fails, and again when asked', async () => {
    // The two seconds of a failure do not pass.
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.mocked(fetch).mockRejectedValue(new Error('down'));
    const { panel, view, change } = show({
      attributes: { proxyUrl: 'https://proxy.example' },
      overrides: { form: 'a' },
    });
    panel.setOpen(true, 'visitor');
    for (let count = 0; count < 10; count++) {
      for (const form of ['b', 'a']) {
        change({ form });
        await view.findByText("Chat isn't available right now.");
      }
    }
    expect(fetch).toHaveBeenCalledTimes(2);
    view.getByRole('button', { name: 'Try again' }).click();
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(3));
    expect(String(vi.mocked(fetch).mock.lastCall?.[0])).toBe('https://proxy.example/config?form=a');
  });

  it('uses the configuration of the latest proxy, even if an earlier one responds after it', async () => {
    const early = Promise.withResolvers<Response>();
    const response = Response.json({ ...config, widget: { title: 'The earlier one' } });
    const read = vi.spyOn(response, 'json');
    vi.mocked(fetch).mockReturnValueOnce(early.promise);
    const { panel, view, change, labels } = show({ attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    change({ proxyUrl: 'https://other.example' });
    await view.findByRole('dialog', { name: 'Northlight Dental' });
    early.resolve(response);
    await waitFor(() => expect(read).toHaveBeenCalled());
    await read.mock.results[0]?.value;
    // The language takes longer to load than the response takes to be handled.
    change({ proxyUrl: 'https://other.example', locale: 'de' });
    await waitFor(() => expect(labels()).toEqual(['Chat öffnen', 'Chat schließen']));
    expect(view.getByRole('dialog', { name: 'Northlight Dental' })).toBeTruthy();
  });

  // The flow of the form before stayed in the options, and so its form was shown, whose leads go elsewhere.
  it.each([
    ['before it has created a chat', false],
    ['while it shows the form before', true],
  ])('does not show another form when the configuration of the page’s form fails to load, %s', async (_, isShown) => {
    const { panel, view, change } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    if (isShown) await waitFor(() => expect(view.getByLabelText('Phone')).toBeTruthy());
    vi.mocked(fetch).mockRejectedValueOnce(new Error('down'));
    change({ form: 'prices' });
    panel.setOpen(true, 'visitor');
    await waitFor(() => expect(view.getByText("Chat isn't available right now.")).toBeTruthy());
    expect(view.queryByLabelText('Phone')).toBeNull();
    // The look belongs to no form.
    expect(view.getByRole('dialog', { name: 'Northlight Dental' })).toBeTruthy();
    vi.mocked(fetch).mockResolvedValueOnce(Response.json({ ...config, form: { ...config.form, name: 'prices' } }));
    view.getByRole('button', { name: 'Try again' }).click();
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    expect(vi.mocked(fetch).mock.calls.map(([url]) => String(url))).toEqual([
      'https://proxy.example/config?form=prices',
      'https://proxy.example/config?form=prices',
    ]);
  });

  it('always asks for the phone, even if the page’s own fields lack it', async () => {
    const { panel, view } = show({
      overrides: {
        flowId,
        wssUrl: 'wss://chat.example',
        hooksUrl: 'https://hooks.example',
        fields: [{ name: 'city' }],
      },
    });
    panel.setOpen(true, 'visitor');
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    expect(view.getByRole('textbox', { name: /^City/ })).toBeTruthy();
  });

  it('moves the focus into the panel for a visitor, and back when it closes', async () => {
    const button = document.createElement('button');
    document.body.append(button);
    const { panel, root, view, launcher } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    launcher.hidden = true;
    await waitFor(() => expect(view.getByLabelText('Phone')).toBeTruthy());
    button.focus();
    panel.setOpen(true, 'visitor');
    await waitFor(() => expect(root.activeElement).toBe(view.getByLabelText('Phone')));
    panel.setOpen(false, 'visitor');
    expect(document.activeElement).toBe(button);
  });

  // The launcher is open while the panel is loading, and opens the panel afterwards.
  it('does not close what the visitor has opened when it creates its chat', async () => {
    const { setOpen, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    await waitFor(() => expect(view.getByLabelText('Phone')).toBeTruthy());
    expect(setOpen).not.toHaveBeenCalled();
  });

  it('does not move the focus for a trigger', async () => {
    const { panel, root, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'trigger');
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    expect(root.activeElement).toBeNull();
  });

  it('shows a teaser instead of opening a widget that the page has hidden', async () => {
    const { set, setOpen, view } = show({
      config,
      attributes: { proxyUrl: 'https://proxy.example' },
      overrides: { triggers: [{ type: 'delay', seconds: 0, action: 'open', text: 'Questions?' }] },
    });
    set({ isHiddenByPage: true });
    expect(await view.findByText('Questions?')).toBeTruthy();
    expect(setOpen).not.toHaveBeenCalled();
  });

  // Cause: an open chat that the end of the hours leaves open was one that anything leaves open.
  it('closes outside the hours of a configuration that is loaded after the visitor has opened it', async () => {
    const hours = { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] };
    vi.mocked(fetch).mockImplementation(async () =>
      Response.json({ ...config, widget: { ...config.widget, away: 'hidden', hours } }),
    );
    const { panel, get } = show({ attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    expect(get().isOpen).toBe(true);
    await waitFor(() => expect(get().config).toBeDefined());
    expect(get()).toMatchObject({ isOpen: false, isHidden: true });
  });

  // Cause: what had fired was known to what watched, which ended as the chat opened, and was stored only as it fired.
  it.each(['granted', 'denied'] as const)(
    'stores when a trigger has fired before the answer "%s", if that allows it',
    async (consent) => {
      const triggers = [{ type: 'delay', seconds: 0, action: 'open' }];
      const { change, get } = show({ config, overrides: { triggers, consent: 'required' } });
      await waitFor(() => expect(get().isOpen).toBe(true));
      expect(localStorage.getItem('leadchat-triggers')).toBeNull();
      change({ triggers, consent });
      const later = [{ type: 'delay', seconds: 0, text: 'Questions?' }];
      const { view } = show({ config, overrides: { triggers: later, consent } });
      await view.findByText('Questions?');
      expect(localStorage.getItem('leadchat-triggers')?.includes('"open') ?? false).toBe(consent === 'granted');
    },
  );

  // Cause: what had fired was forgotten in the storage, and not on the page, which stored it again for the next visitor.
  it('does not store for the next visitor that a trigger has fired for the one before', async () => {
    const triggers = [{ type: 'delay', seconds: 0, action: 'open' }];
    const { change, get, panel } = show({ config, overrides: { triggers, consent: 'required' } });
    await waitFor(() => expect(get().isOpen).toBe(true));
    panel.reset(undefined, { id: 'deletion', at: Date.now() });
    change({ triggers, consent: 'granted' });
    const later = [{ type: 'delay', seconds: 0, text: 'Questions?' }];
    const { view } = show({ config, overrides: { triggers: later } });
    await view.findByText('Questions?');
    expect(localStorage.getItem('leadchat-triggers')).not.toContain('"open');
  });

  it('leaves nothing in the root when it is destroyed', async () => {
    const { panel, root, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    panel.destroy();
    expect(root.querySelector('.panel')).toBeNull();
    expect(panel.state()).toMatchObject({ unread: 0 });
  });
});
