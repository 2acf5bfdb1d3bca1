import {
  booleanOption,
  createDeletionStamp,
  type RawOptions,
  tellConsentAnswer,
  textOption,
} from '../../options/index.ts';
import { copyValues } from './copy-values.ts';
import { createEventBus } from './event-bus.ts';
import { createFrame } from './frame.ts';
import { createCallGuard } from './guard-calls.ts';
import { createBackgroundLoading } from './load-in-background.ts';
import { watchOptionConditions } from './option-conditions.ts';
import { followPageButtons } from './page-buttons.ts';
import { createPageViews } from './page-views.ts';
import type { LoadPanel, OptionLayers } from './panel-contract.ts';
import { createPanelLoader } from './panel-loader.ts';
import { isPrerendering } from './prerendering.ts';
import { createProxyConfig } from './proxy-config.ts';
import { createStoredVisitor } from './stored-visitor.ts';
import { unavailableIn } from './unavailable.ts';
import { createVisitorVariants } from './visitor-variants.ts';
import type { Widget } from './widget-api.ts';
import {
  createWidgetStore,
  firstScreenOf,
  type OpenOrigin,
  type StoreState,
  type WidgetFacts,
} from './widget-store.ts';

/** A visitor who sees the chat open needs longer than this to click on what closes it. */
const noticedAfterMs = 500;

export type WidgetDeps = {
  loadPanel: LoadPanel;
  /** The element that the widget renders into. By default the widget adds one to the page. */
  element?: HTMLElement;
  /** Called after each change. */
  onChange?(state: StoreState, before: StoreState): void;
  /** Called with the state at the end, from which a component's next widget goes on. */
  onDestroy?(state: StoreState): void;
};

/** Shows the launcher at once. The panel is loaded when the visitor, the page or stored data needs it. */
export function createWidget(layers: OptionLayers, deps: WidgetDeps): Widget {
  const { loadPanel, element: ownElement, onChange, onDestroy } = deps;
  /** Aborted by destroy(): what the widget has started ends with it. */
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const frame = createFrame(signal, ownElement);
  const { element, launcher } = frame;
  if (layers.isHiddenByPage) element.hidden = true;
  const pageViews = createPageViews();
  // Without options, which say something only together and on their page: the first readOptions() brings them all.
  const store = createWidgetStore({
    storageConsent: layers.storageConsent,
    isHiddenByPage: Boolean(element.hidden),
  });
  const { get } = store;
  const visitorVariants = createVisitorVariants(signal, () => readOptions({}, 'trigger'));
  const { emit, ...subscriptions } = createEventBus(element, () => get().variants, visitorVariants.onEvent);
  const { guard, guardMethods } = createCallGuard(() => signal.aborted, reportError);
  const proxyConfig = createProxyConfig({
    layers,
    store,
    onLoad: (config) => readOptions({ config, failedConfigAddress: undefined }),
    onFailed: (failedConfigAddress) => change({ failedConfigAddress }),
  });
  const panel = createPanelLoader({
    loadPanel() {
      storedVisitor.recallLocale();
      return loadPanel(firstScreenOf(get()));
    },
    panelDeps: {
      ...frame,
      ...store,
      signal,
      emit,
      setOpen,
      setFacts: change,
      pageViews,
      expectsForm: () => firstScreenOf(get()).hasForm,
      loadConfig: proxyConfig.load,
      forget: (stamp) => storedVisitor.forget('forgotten', stamp),
      answerStorageConsent: (storageConsent) => readOptions({ storageConsent, isConsentHeard: true }),
      chooseLocale: (locale) => storedVisitor.chooseLocale(locale),
    },
    guard,
    signal,
    onLoad() {
      background.stop();
      const { hasFailed } = get();
      change({ isLoaded: true, hasFailed: false, hasLoadFailed: false });
      // A failure has closed the chat. In its target it has no launcher to open it with.
      if (hasFailed && get().options.target) change({ wantsOpen: true }, 'trigger');
    },
    onError(error) {
      // A visitor who has not opened the chat sees no failure.
      change({ hasLoadFailed: true, ...(get().isOpen && { hasFailed: true, wantsOpen: false }) });
      emit('error', { code: 'load-failed', message: `[leadchat] ${error}` });
    },
  });
  const storedVisitor = createStoredVisitor({ get, change, readOptions, signal, panel, forgetChoices });
  const background = createBackgroundLoading({
    store,
    signal,
    pageViews,
    loadPanel: () => panel.load(),
    checkStored: storedVisitor.check,
    loadConfig: () => proxyConfig.load(undefined, false),
    onConfigFailed: (error) => emit('error', { code: 'no-configuration', message: `[leadchat] ${error}` }),
  });
  const optionConditions = watchOptionConditions({
    signal,
    element,
    pageViews,
    onChange: () => readOptions({}, 'trigger'),
    onNavigation,
  });
  /** What the page was told last. */
  let reportedOpen = false;
  /** When the chat last opened without the visitor of this tab. */
  let openedByItselfAt = 0;

  /** Changes what is known of the widget. `origin`: who opens or closes the chat, if that follows from it. */
  function change(facts: Partial<WidgetFacts>, origin: OpenOrigin = 'api'): void {
    if (signal.aborted) return;
    // What the page has set just before, and the observer reports later. Rendering the state of then would take it back.
    const isHiddenByPage = Boolean(element.hidden);
    if (isHiddenByPage !== get().isHiddenByPage) store.set({ isHiddenByPage }, 'trigger');
    store.set(facts, origin);
    const { isOpen } = get();
    const isNews = isOpen !== reportedOpen;
    reportedOpen = isOpen;
    if (isNews) openedByItselfAt = isOpen && origin !== 'visitor' ? Date.now() : 0;
    if (isOpen) panel.load(origin);
    if (isNews) emit(isOpen ? 'open' : 'close', {});
  }

  /** Changes where options come from, and reads them for the current page and time. */
  function readOptions(facts: Partial<WidgetFacts> = {}, origin: OpenOrigin = 'api'): void {
    if (signal.aborted) return;
    const { path } = pageViews.current();
    const { config, overrides, storageConsent } = { ...get(), ...facts };
    // Those of an element change with its attributes and properties.
    const attributes = { ...layers.attributes };
    const sources = [config?.widget, attributes, overrides];
    const variants = visitorVariants.choose(sources, path, storageConsent);
    change({ ...facts, attributes, path, variants, now: Date.now() }, origin);
    storedVisitor.followStorageConsent();
    const { options, isHidden } = get();
    optionConditions.follow(sources, options);
    if (panel.current()) return;
    background.stop();
    if (!isHidden && !isPrerendering()) background.start();
  }

  function onNavigation(): void {
    const { isOpen, options, path, wantsOpen } = get();
    if (pageViews.current().path === path) return;
    // An open chat stays open on the next page. One in the page stays in its place.
    readOptions({ wantsOpen: (isOpen && !options.target) || wantsOpen }, 'trigger');
  }

  function setOpen(wantsOpen: boolean, origin: OpenOrigin = 'api'): void {
    if (wantsOpen && (origin === 'api' || origin === 'visitor') && !signal.aborted) frame.enterDialog();
    // A page that has hidden its chat stays without it when the visitor opens another tab's. A chat that is closed has not failed.
    const follows = wantsOpen ? origin !== 'tab' && { isHiddenByPage: false } : { hasFailed: false };
    change({ wantsOpen, ...follows }, origin);
  }

  /**
   * A click on what opens and closes the chat. Until the visitor can have seen the chat, because the panel is loading or another
   * tab or a trigger has only just opened it, the click means to open it.
   */
  function toggle(): void {
    const isSeen = panel.current() && Date.now() - openedByItselfAt >= noticedAfterMs;
    setOpen(!(get().isOpen && isSeen), 'visitor');
  }

  function update(options: RawOptions): void {
    if (Object(options) !== options) throw new TypeError('the options must be an object');
    // A copy, because every read of a page's getter or proxy may throw.
    const changed: Record<string, unknown> = { ...options };
    const { consent, userToken } = changed;
    // Also the same function is another one: after reset() it stands for the next visitor.
    if (typeof userToken === 'function') changed.userToken = () => userToken();
    const storageConsent =
      consent === 'granted' || consent === 'required' || consent === 'denied' ? consent : undefined;
    const overrides = { ...get().overrides, ...changed };
    readOptions({ overrides, ...(Object.hasOwn(changed, 'consent') && { storageConsent, isConsentHeard: false }) });
    tellConsentAnswer(storageConsent);
    const open = booleanOption(changed, 'open');
    if (open || textOption(changed, 'target')) setOpen(true);
    else if (open === false) setOpen(false);
  }

  /** What the widget remembers of the visitor before its panel is loaded. */
  function forgetChoices(): void {
    visitorVariants.forget();
    readOptions({ chosenLocale: undefined });
  }

  function reportError(code: string, message: string): void {
    console.error(message);
    emit('error', { code, message });
  }

  store.subscribe(frame.render);
  if (onChange) store.subscribe(onChange);
  followPageButtons({
    signal,
    // After a failure, the link's own address is better than a chat that may fail again. The next click finds out.
    isAvailable() {
      const { hasFailed, isHidden, isHiddenByPage, problem } = get();
      if (hasFailed) panel.load('visitor');
      return !(isHiddenByPage || isHidden || hasFailed || problem);
    },
    allowed: () => get().options.pageButtons,
    toggle,
    setOpen,
    callPanel: panel.call,
    reportError,
  });
  launcher.onpointerenter = launcher.onfocus = () => panel.load();
  launcher.onclick = toggle;
  readOptions({ config: layers.config, overrides: guard('init', () => ({ ...layers.overrides })) ?? {} });
  setTimeout(() => signal.aborted || emit('ready', {}));

  return {
    ...guardMethods({
      ...subscriptions,
      open: () => setOpen(true),
      close: () => setOpen(false),
      toggle: () => setOpen(!get().isOpen),
      show: () => change({ isHiddenByPage: false }, 'trigger'),
      hide: () => change({ isHiddenByPage: true }),
      sendMessage(text) {
        panel.load('api');
        panel.call('sendMessage', text);
      },
      prefill: (values) => panel.call('prefill', copyValues(values)),
      identify: (values) => panel.call('prefill', copyValues(values)),
      setAttributes: (values) => panel.call('setAttributes', copyValues(values)),
      setLocale: (locale) => update({ locale }),
      setTheme: (theme) => update({ theme }),
      showForm() {
        setOpen(true);
        panel.call('showForm');
      },
      setConsent(consent) {
        update({ consent });
        emit('consent', { consent });
      },
      update,
      reset() {
        const stamp = createDeletionStamp();
        storedVisitor.forget('reset', stamp);
        // Other tabs may chat with this person.
        panel.load('api');
        panel.call('reset', get().options.userToken, stamp);
      },
      destroy() {
        lifetime.abort();
        onDestroy?.(get());
        emit('destroy', {});
        frame.dispose();
      },
    }),
    getState: () => ({
      unread: 0,
      ...panel.current()?.state(),
      open: get().isOpen,
      hidden: get().isHiddenByPage || get().isHidden,
      unavailable: unavailableIn(get()),
      loaded: panel.current() !== undefined,
      variants: get().variants,
    }),
  };
}
