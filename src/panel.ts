import { computed, effect, signal } from '@preact/signals-core';
import { config as configureZod } from 'zod/mini';
import type { Chat, ChatEvents } from './chat/index.ts';
import { createCore } from './core.ts';
import { chatTexts, chooseLocale, createWords, readOptions } from './options/index.ts';
import { type PublicConfig, publicConfig } from './protocol/index.ts';
import type { Panel, PanelHost } from './shell/index.ts';
import { mountPanel, type PanelModel } from './ui/index.ts';

const eventNames = [
  'message:sent',
  'message:received',
  'unread',
  'lead:submit',
  'lead:accepted',
  'lead:queued',
  'lead:failed',
  'callback:requested',
  'session:start',
  'session:resume',
  'session:end',
  'connection',
  'error',
] as const satisfies (keyof ChatEvents)[];

/** Puts options, chat and user interface together. The one place that knows them all; loaded on intent. */
export function createPanel(host: PanelHost): Panel {
  // zod compiles its schemas with `new Function` where it may; a strict policy would report the try.
  configureZod({ jitless: true });
  const config = signal<PublicConfig | null>(readConfig(host.layers().config));
  const told = new Set<string>();
  const options = signal(readHostOptions());
  const chat = signal<Chat | null>(null);
  const unavailable = signal(false);
  const isOpen = signal(false);
  const words = computed(() => {
    const { locale, texts } = options.value;
    return createWords(chooseLocale(locale, document.documentElement.lang, navigator.language), [texts, chatTexts]);
  });
  const waiting: ((chat: Chat) => void)[] = [];
  let endChat = () => {};
  let destroyed = false;

  function readHostOptions() {
    const { attributes = {}, given = {} } = host.layers();
    const { value } = config;
    const proxy = value === null ? {} : { ...value.widget, flowId: value.flowId, wssUrl: value.wssUrl };
    const { options: read, problems } = readOptions({ proxy, attributes, given });
    for (const problem of problems) {
      if (!told.has(problem)) fail('bad-option', problem);
      told.add(problem);
    }
    return read;
  }

  function fail(code: string, message: string): void {
    console.error(message);
    host.emit('error', { code, message });
  }

  /** Asks the proxy for the form's configuration unless the script brought it along. */
  async function prepare(): Promise<void> {
    const { proxyUrl, form } = options.peek();
    if (proxyUrl !== undefined && config.peek()?.form.name !== form) {
      unavailable.value = false;
      try {
        const address = new URL(`config?form=${encodeURIComponent(form)}`, proxyUrl.replace(/\/*$/, '/'));
        const response = await fetch(address, { credentials: 'omit' });
        config.value = publicConfig.parse(await response.json());
        options.value = readHostOptions();
      } catch (error) {
        fail('no-configuration', `[leadchat] the configuration of ${proxyUrl} could not be read: ${error}`);
      }
    }
    if (!destroyed) begin();
  }

  function begin(): void {
    const { flowId, wssUrl, proxyUrl, hooksUrl, leadForm, storage, resumeDays, encodeMessage, consent, ...rest } =
      options.peek();
    if (flowId === undefined || wssUrl === undefined) {
      if (proxyUrl === undefined)
        fail('no-flow', '[leadchat] options `flowId` and `wssUrl`, or `proxyUrl`, are needed.');
      unavailable.value = true;
      return;
    }
    const form = config.peek()?.form;
    endChat();
    const next = createCore({
      flowId,
      wssUrl,
      proxyUrl,
      hooksUrl,
      leadForm,
      storage,
      keep: consent,
      resumeDays,
      encodeMessage,
      form: rest.form,
      fields: form?.fields ?? rest.fields,
      consent:
        form?.consent ??
        (rest.consentText === undefined ? null : { text: rest.consentText, version: rest.consentText, required: true }),
      defaultCountry: form?.defaultCountry,
    });
    const ends = eventNames.map((name) => forward(next, name));
    endChat = () => {
      for (const end of ends) end();
      next.destroy();
    };
    chat.value = next;
    for (const call of waiting.splice(0)) call(next);
    if (isOpen.peek()) next.setVisible(true);
    // Asking for a lead costs no request, and sends one that an earlier page could not.
    if (isOpen.peek() || next.hasConversation() || next.leadForm !== null) next.start();
  }

  function forward<Name extends (typeof eventNames)[number]>(from: Chat, name: Name): () => void {
    return from.on(name, (detail) => host.emit(name, detail));
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
    words,
    isOpen,
    offersCallback: computed(() => config.value?.form.callback === true),
    origin: () => ({
      page: { url: location.href.slice(0, 2000), title: document.title.slice(0, 2000), referrer: document.referrer },
    }),
    close: () => host.setOpen(false),
    tryAgain: () => void prepare(),
  };
  const view = mountPanel(host.root, host.layer, model);
  const endLabels = effect(() => host.setLabels(words.value.say('openChat'), words.value.say('closeChat')));
  void prepare();

  return {
    setOpen(open, byVisitor) {
      const hadFocus = host.layer.contains(host.root.activeElement);
      isOpen.value = open;
      const current = chat.peek();
      if (open) current?.start();
      current?.setVisible(open);
      if (open && byVisitor) view.focus();
      if (!open && hadFocus) host.launcher.focus();
    },
    update() {
      options.value = readHostOptions();
    },
    sendMessage: (text) => withChat((current) => current.sendMessage(text)),
    prefill: (values) => withChat((current) => current.leadForm?.prefill(values)),
    reset: () => withChat((current) => current.forget()),
    state: () => ({
      unread: chat.peek()?.state.unread.peek() ?? 0,
      connection: chat.peek()?.state.connection.peek() ?? 'idle',
      phase: chat.peek()?.state.phase.peek() ?? 'idle',
    }),
    destroy() {
      destroyed = true;
      endLabels();
      view.dispose();
      endChat();
    },
  };
}

function readConfig(inlined: unknown): PublicConfig | null {
  const result = publicConfig.safeParse(inlined);
  return result.success ? result.data : null;
}
