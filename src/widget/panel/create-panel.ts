import { computed, effect, signal, untracked } from '@preact/signals-core';
import { config as configureZod } from 'zod/mini';
import { type Attribution, type Chat, createCore, landingUrl, readAttribution } from '../../core/index.ts';
import { chooseLocale, createTranslator, loadTexts, type Texts } from '../../i18n/index.ts';
import {
  type ChatEventName,
  chatEventNames,
  fetchPublicConfig,
  forgetVisit,
  getStorage,
  type ResolvedOptions,
  readOptions,
} from '../../options/index.ts';
import { encodeClientMessage } from '../../protocol/index.ts';
import type { Panel, PanelDeps } from '../launcher/index.ts';
import { mountPanel, type PanelModel } from '../ui/index.ts';
import { coreSettings, isConversationKept } from './chat-settings.ts';
import { pushToDataLayer } from './data-layer.ts';
import { loadTriggers } from './load-triggers.ts';
import { placeInPage } from './place-in-page.ts';

async function loadLeadForm() {
  const { createLeadFormView, formStyles } = await import('./lead-form.ts');
  return { createLeadFormView, formStyles };
}

/** Puts options, chat and user interface together. The one place that knows them all; loaded on intent. */
export function createPanel(deps: PanelDeps): Panel {
  // zod compiles its schemas with `new Function` where it may; a strict policy would report the try.
  configureZod({ jitless: true });
  const told = new Set<string>();
  // A script without a configuration says false.
  const config = signal(deps.optionLayers().config || null);
  const options = signal(readHostOptions());
  const chat = signal<Chat | null>(null);
  const unavailable = signal(false);
  const isOpen = signal(false);
  const chosenLocale = signal<string | null>(null);
  const loadedTexts = signal<{ locale: string; texts: Partial<Texts> }>({ locale: 'en', texts: {} });
  const locale = computed(() =>
    chooseLocale(chosenLocale.value, options.value.locale, document.documentElement.lang, navigator.language),
  );
  const translator = computed(() =>
    createTranslator(loadedTexts.value.locale, [options.value.texts, loadedTexts.value.texts]),
  );
  const target = computed(() => options.value.target);
  const stops: (() => void)[] = [];
  const waiting: ((chat: Chat) => void)[] = [];
  let endChat = () => {};
  /** What the page knows of its visitor: a chat that is made later fills it in too. */
  let known: Readonly<Record<string, string | boolean>> = {};
  /** Where the configuration comes from; what the script brought along comes from its own proxy. */
  let configFrom = deps.optionLayers().attributes?.proxyUrl;
  let madeFor = '';
  let destroyed = false;
  let turns = 0;
  /** Notes where the visitor comes from, for the lead. Not before the chat is opened: until then nothing may be kept. */
  let attribution: () => Attribution | undefined = () => undefined;
  let cameFrom: Element | null = null;

  function readHostOptions(): ResolvedOptions {
    const { attributes = {}, overrides = {} } = deps.optionLayers();
    const { value } = config;
    const proxy = value === null ? {} : { ...value.widget, flowId: value.flowId, wssUrl: value.wssUrl };
    const { options: read, problems } = readOptions({ proxy, attributes, overrides });
    for (const problem of problems) if (!told.has(problem)) fail('bad-option', problem);
    return read;
  }

  function fail(code: string, message: string): void {
    told.add(message);
    console.error(message);
    deps.emit('error', { code, message });
  }

  function emit(...[name, detail]: Parameters<PanelDeps['emit']>): void {
    deps.emit(name, detail);
    if (options.peek().analytics) pushToDataLayer(name, options.peek().form);
  }

  /** Gets what the chat is made of: the form's configuration unless the script brought it along, and the lead side. */
  async function prepare(): Promise<void> {
    const isOutdated = followTurn();
    const { proxyUrl, form } = options.peek();
    if (proxyUrl !== undefined && (config.peek()?.form.name !== form || proxyUrl !== configFrom)) {
      unavailable.value = false;
      try {
        const found = await fetchPublicConfig(proxyUrl, form);
        // Another proxy or form may have been asked meanwhile: its answer is the one that counts.
        if (isOutdated()) return;
        config.value = found;
        configFrom = proxyUrl;
        options.value = readHostOptions();
      } catch (error) {
        fail('no-configuration', `[leadchat] the configuration of ${proxyUrl} could not be read: ${error}`);
      }
    }
    if (isOutdated()) return;
    const { flowId, wssUrl } = options.peek();
    if (flowId === undefined || wssUrl === undefined) {
      if (options.peek().proxyUrl === undefined) {
        fail('no-flow', '[leadchat] options `flowId` and `wssUrl`, or `proxyUrl`, are needed.');
      }
      unavailable.value = true;
      return;
    }
    makeChat(flowId, wssUrl);
  }

  /** Tells later whether the chat was destroyed, or is prepared anew, since. */
  function followTurn(): () => boolean {
    const turn = ++turns;
    return () => destroyed || turn !== turns;
  }

  function makeChat(flowId: string, wssUrl: string): void {
    const settings = { ...coreSettings(options.peek(), config.peek()), flowId, wssUrl };
    madeFor = JSON.stringify(settings);
    endChat();
    const made = createCore({ ...settings, encodeMessage, keep: options.peek().consent });
    made.leadForm?.prefill(known);
    if (made.leadForm !== null) {
      // Whoever has no conversation yet sees the form next.
      if (!isConversationKept(options.peek(), flowId)) view.expectForm();
      attribution = () =>
        readAttribution({ url: landingUrl(), referrer: document.referrer, storage: getStorage(options.peek()) });
      if (isOpen.peek()) attribution();
    }
    const ends = chatEventNames.map((name) => forward(made, name));
    endChat = () => {
      for (const end of ends) end();
      made.destroy();
    };
    made.setVisible(isOpen.peek());
    chat.value = made;
    for (const call of waiting.splice(0)) call(made);
    // Asking for a lead costs no request, and sends one that an earlier page could not.
    if (isOpen.peek() || made.hasConversation() || made.leadForm !== null) made.start();
  }

  function forward<Name extends ChatEventName>(from: Chat, name: Name): () => void {
    return from.on(name, (detail) => emit(name, detail));
  }

  /** The page's own frame, if it has one; its slip must not cost the chat. */
  function encodeMessage(text: string): string {
    try {
      return (options.peek().encodeMessage ?? encodeClientMessage)(text);
    } catch (error) {
      fail('bad-option', `[leadchat] option \`encodeMessage\` threw: ${error}`);
      return encodeClientMessage(text);
    }
  }

  function forget(): void {
    known = {};
    chat.peek()?.forget();
    forgetVisit();
  }

  const withChat = (call: (chat: Chat) => void) => {
    const current = chat.peek();
    if (current === null) waiting.push(call);
    else call(current);
  };

  const model: PanelModel = {
    chat,
    unavailable,
    options,
    translator,
    isOpen,
    call: computed(() => {
      const { callback = false, call = {} } = config.value?.form ?? {};
      return callback ? call : null;
    }),
    captcha: computed(() => config.value?.captcha ?? null),
    origin: () => ({
      page: { url: location.href.slice(0, 2000), title: document.title.slice(0, 2000), referrer: document.referrer },
      attribution: attribution(),
    }),
    open: () => deps.setOpen(true, 'visitor'),
    close: () => deps.setOpen(false, 'visitor'),
    setLocale: (next) => {
      chosenLocale.value = next;
    },
    forget,
    tryAgain: () => void prepare(),
  };
  const view = mountPanel(deps, model, loadLeadForm);
  stops.push(
    effect(() => deps.setLabels(translator.value.t('openChat'), translator.value.t('closeChat'))),
    effect(() => {
      const next = locale.value;
      loadTexts(next).then((texts) => {
        if (next === locale.peek()) loadedTexts.value = { locale: next, texts };
      });
    }),
    effect(() => {
      const selector = target.value;
      return selector === undefined ? undefined : placeInPage(deps, selector, (problem) => fail('no-target', problem));
    }),
    effect(() => watchTriggersLazily()),
    effect(() => {
      const phase = chat.value?.state.phase.value ?? 'idle';
      if (phase !== 'idle') untracked(() => deps.emit('phase', { phase }));
    }),
    effect(() => {
      const open = chat.value?.state.open.value ?? false;
      if (chat.value !== null && open !== isOpen.peek()) untracked(() => deps.setOpen(open, 'tab'));
    }),
    () => view.dispose(),
    () => endChat(),
  );
  void prepare();

  /** Triggers leave visitors alone who opened the chat, on this page or, by their conversation, on an earlier one. */
  function watchTriggersLazily(): (() => void) | undefined {
    const { triggers } = options.value;
    if (triggers.length === 0 || isOpen.value || chat.value === null || chat.value.hasConversation()) return undefined;
    let end = () => {};
    let isOver = false;
    loadTriggers().then(
      (watchTriggers) => {
        if (!isOver) end = watchTriggers({ triggers, area: getStorage(options.peek()), fire });
      },
      // Without a network nobody is spoken to.
      () => {},
    );
    return () => {
      isOver = true;
      end();
    };
  }

  function fire({ action, text }: ResolvedOptions['triggers'][number]): void {
    if (action === 'open') deps.setOpen(true, 'trigger');
    else view.tease(text ?? options.peek().greeting ?? translator.peek().t('greeting'));
  }

  return {
    setOpen(open, origin) {
      // The script says how things are once the panel is loaded; that it is closed is no closing.
      if (open === isOpen.peek()) return;
      const hadFocus = deps.layer.contains(deps.root.activeElement);
      isOpen.value = open;
      if (open) {
        attribution();
        chat.peek()?.start();
      }
      chat.peek()?.setVisible(open);
      // A page's own button opens by a call, and is a visitor's doing all the same.
      const isVisitor = origin === 'visitor' || (origin === 'api' && navigator.userActivation?.isActive);
      if (open && isVisitor) {
        cameFrom = document.activeElement;
        view.focus();
      }
      if (!open && hadFocus) {
        const back = deps.launcher.hidden ? cameFrom : deps.launcher;
        if (back instanceof HTMLElement) back.focus();
      }
      if (options.peek().analytics && origin !== 'tab') pushToDataLayer(open ? 'open' : 'close', options.peek().form);
    },
    update() {
      const { consent } = options.peek();
      options.value = readHostOptions();
      const next = options.peek();
      const { flowId, wssUrl } = next;
      if (JSON.stringify({ ...coreSettings(next, config.peek()), flowId, wssUrl }) !== madeFor) void prepare();
      else if (next.consent !== consent) chat.peek()?.setConsent(next.consent);
      if (next.consent === 'denied') forgetVisit();
    },
    sendMessage: (text) => withChat((current) => void current.sendMessage(text)),
    prefill(values) {
      known = { ...known, ...values };
      chat.peek()?.leadForm?.prefill(values);
    },
    reset: () =>
      withChat((current) => {
        forget();
        current.newConversation();
      }),
    state: () => ({
      unread: chat.peek()?.state.unread.peek() ?? 0,
      connection: chat.peek()?.state.connection.peek() ?? 'idle',
      phase: chat.peek()?.state.phase.peek() ?? 'idle',
    }),
    destroy() {
      destroyed = true;
      for (const stop of stops.splice(0)) stop();
    },
  };
}
