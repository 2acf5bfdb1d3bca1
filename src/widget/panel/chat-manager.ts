import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import {
  type Chat,
  type ChatEvents,
  type CoreOptions,
  createCoreWith,
  loadLeadsModule,
  type SubmissionExtra,
} from '../../core/index.ts';
import {
  type ChatEventName,
  chatEventNames,
  forgetVisit,
  getStorage,
  type ResolvedOptions,
  resumablePrefix,
} from '../../options/index.ts';
import { consentOf, encodeClientMessage, type PublicConfig } from '../../protocol/index.ts';
import type { Panel } from '../launcher/index.ts';
import { acceptedAttributes } from './accepted-attributes.ts';
import type { ReportError, ReportProblems } from './report-problems.ts';
import type { Settings } from './settings.ts';

export type ChatManagerDeps = {
  settings: Settings;
  isOpen: ReadonlySignal<boolean>;
  /** What follows a lead that is left now. */
  afterLead: ReadonlySignal<'chat' | 'thanks'>;
  emit(name: ChatEventName, detail: ChatEvents[ChatEventName]): void;
  reportError: ReportError;
  reportProblems: ReportProblems;
};

export type ChatManager = Pick<Panel, 'sendMessage' | 'setAttributes' | 'reset' | 'state'> & {
  prefill(values: Readonly<Record<string, string | boolean>>): void;
  /** Null until the configuration is known. */
  readonly chat: ReadonlySignal<Chat | null>;
  readonly isUnavailable: ReadonlySignal<boolean>;
  /** Creates the chat, after loading the configuration if necessary. */
  prepare(): void;
  /** Takes changed options; creates another chat if they ask for one. */
  update(): void;
  setVisible(isVisible: boolean): void;
  /** Where a lead of this chat comes from. Empty for a chat without a form. */
  leadOrigin(): SubmissionExtra;
  /** Deletes everything stored in this browser. */
  forget(): void;
  dispose(): void;
};

/** Creates the chat that the options describe, and another one when they change. */
export function createChatManager(deps: ChatManagerDeps): ChatManager {
  const { settings, isOpen, afterLead, emit, reportError, reportProblems } = deps;
  const { config, options } = settings;
  const chat = signal<Chat | null>(null);
  const isUnavailable = signal(false);
  const waitingCalls: ((chat: Chat) => void)[] = [];
  /** What the page knows about the visitor. Fills in the form of each chat. */
  let knownValues: Readonly<Record<string, string | boolean>> = {};
  let knownAttributes: Readonly<Record<string, unknown>> = {};
  /** What the last lead of this page was sent with. */
  let sentAttributes: Readonly<Record<string, unknown>> | undefined;
  /** The token of a visitor whose data was deleted: the page's options still contain it. */
  let forgottenToken: string | undefined;
  let readOrigin: typeof import('./lead-origin.ts').readLeadOrigin | undefined;
  let disposeChat = () => {};
  let currentKey = '';
  let consent = options.peek().consent;
  let isDisposed = false;

  async function prepare(): Promise<void> {
    isUnavailable.value = false;
    const result = await settings.loadConfig();
    if (isDisposed || result === 'outdated') return;
    const { flowId, proxyUrl, wssUrl } = options.peek();
    if (!isPageAllowed(config.peek())) {
      reportError(
        'origin-not-allowed',
        `[leadchat] the proxy refuses leads from this page: add "${location.origin}" to \`origins\` in its configuration.`,
      );
    }
    if (flowId !== undefined && wssUrl !== undefined) {
      await createChat({ ...coreOptions(options.peek(), config.peek()), flowId, wssUrl });
      return;
    }
    if (proxyUrl === undefined) {
      reportError('no-flow', '[leadchat] options `flowId` and `wssUrl`, or `proxyUrl`, are needed.');
    }
    isUnavailable.value = true;
  }

  async function createChat(coreOptions: CoreOptions): Promise<void> {
    const key = chatKey(options.peek(), config.peek());
    currentKey = key;
    const [leadsModule, leadOrigin] = mayHaveLeads(options.peek(), coreOptions)
      ? await Promise.all([loadLeadsModule(), import('./lead-origin.ts')])
      : [];
    // The options may have changed meanwhile.
    if (isDisposed || key !== currentKey) return;
    disposeChat();
    readOrigin = leadOrigin?.readLeadOrigin;
    consent = options.peek().consent;
    const created = createCoreWith(
      { ...coreOptions, encodeMessage, keep: consent, afterLead: () => afterLead.peek() },
      leadsModule,
    );
    reportMissingForm(created);
    prefill(created, knownValues);
    applyAttributes(created, knownAttributes);
    const cleanups = [
      ...chatEventNames.map((name) => created.on(name, (detail) => emit(name, detail))),
      created.on('error', ({ code, message }) => {
        if (code.startsWith('bad-')) console.error(`[leadchat] ${message}`);
      }),
      created.on('lead:submit', () => {
        sentAttributes = knownAttributes;
      }),
      effect(() => {
        if (created.state.phase.value === 'asking-lead') untracked(() => applyUserToken(created));
      }),
    ];
    disposeChat = () => {
      for (const cleanup of cleanups) cleanup();
      created.destroy();
    };
    created.setVisible(isOpen.peek());
    chat.value = created;
    for (const call of waitingCalls.splice(0)) call(created);
    // A form costs no request, and a chat with one may have a lead to send that an earlier page could not.
    if (isOpen.peek() || created.hasConversation() || created.leadForm !== null) created.start();
  }

  function reportMissingForm({ leadForm }: Chat): void {
    const { afterLead, hours, away } = options.peek();
    const option = afterLead === 'thanks' ? 'afterLead' : hours !== undefined && away === 'lead-only' ? 'away' : null;
    if (leadForm !== null || option === null) return;
    reportError('bad-option', `[leadchat] option \`${option}\` has no effect: this chat has no form for the lead.`);
  }

  function onLoadError(error: unknown): void {
    isUnavailable.value = true;
    reportError('load-failed', `[leadchat] ${error}`);
  }

  function prefill({ leadForm }: Chat, values: typeof knownValues): void {
    leadForm?.prefill(values);
    const typeOf = (name: string) => {
      const field = leadForm?.fields.find((known) => known.name === name);
      return field && (field.type === 'checkbox' ? 'boolean' : 'string');
    };
    if (Object.entries(values).every(([name, value]) => typeof value === typeOf(name))) return;
    reportProblems('bad-prefill', ({ findPrefillProblems }) => findPrefillProblems(values, leadForm?.fields));
  }

  function applyAttributes({ leadForm }: Chat, values: typeof knownAttributes): void {
    const current = config.peek();
    // A chat without a form has no lead that could carry them.
    const names = leadForm === null ? [] : current === null ? undefined : (current.form.attributes ?? []);
    const accepted = acceptedAttributes(values, names);
    leadForm?.setAttributes(accepted);
    if (Object.keys(values).every((name) => Object.hasOwn(accepted, name))) return;
    reportProblems('bad-attribute', ({ findAttributeProblems }) => findAttributeProblems(values, names));
  }

  /** Attributes travel with a lead. Those that come after it wait for the next one. */
  function reportLate(values: typeof knownAttributes): void {
    const sent = sentAttributes;
    if (sent === undefined) return;
    const late = Object.keys(values).filter((name) => sent[name] !== values[name]);
    if (late.length > 0) reportProblems('late-attribute', ({ lateAttributeProblems }) => lateAttributeProblems(late));
  }

  function applyUserToken(target: Chat): void {
    const { userToken } = options.peek();
    if (userToken !== forgottenToken) forgottenToken = undefined;
    target.setUserToken(forgottenToken === undefined ? userToken : undefined);
  }

  /** The page's own encoding, if it has one. An error in it must not cost the visitor the chat. */
  function encodeMessage(text: string): string {
    const { encodeMessage: encode, messageFrame } = options.peek();
    try {
      if (encode !== undefined) return encode(text);
    } catch (error) {
      reportError('bad-option', `[leadchat] option \`encodeMessage\` threw: ${error}`);
    }
    return encodeClientMessage(text, messageFrame);
  }

  function forget(): void {
    knownValues = {};
    knownAttributes = {};
    sentAttributes = undefined;
    forgottenToken = options.peek().userToken;
    chat.peek()?.forget();
    forgetVisit();
  }

  function withChat(call: (chat: Chat) => void): void {
    const current = chat.peek();
    if (current === null) waitingCalls.push(call);
    else call(current);
  }

  return {
    chat,
    isUnavailable,
    prepare: () => void prepare().catch(onLoadError),
    update() {
      if (chatKey(options.peek(), config.peek()) !== currentKey) void prepare().catch(onLoadError);
      else if (consent !== options.peek().consent) {
        consent = options.peek().consent;
        chat.peek()?.setConsent(consent);
      }
      const current = chat.peek();
      if (current?.state.phase.peek() === 'asking-lead') applyUserToken(current);
    },
    setVisible(isVisible) {
      if (isVisible) chat.peek()?.start();
      chat.peek()?.setVisible(isVisible);
    },
    leadOrigin: () => (chat.peek()?.leadForm ? (readOrigin?.(options.peek()) ?? {}) : {}),
    forget,
    sendMessage: (text) => withChat((current) => current.sendMessage(text)),
    prefill(values) {
      knownValues = { ...knownValues, ...values };
      const current = chat.peek();
      if (current !== null) prefill(current, values);
    },
    setAttributes(values) {
      reportLate(values);
      knownAttributes = { ...knownAttributes, ...values };
      const current = chat.peek();
      if (current !== null) applyAttributes(current, values);
    },
    reset: () =>
      withChat((current) => {
        forget();
        current.newConversation();
      }),
    state: () => {
      const state = chat.peek()?.state;
      return {
        unread: state?.unread.peek() ?? 0,
        connection: state?.connection.peek() ?? 'idle',
        phase: state?.phase.peek() ?? 'idle',
      };
    },
    dispose() {
      isDisposed = true;
      disposeChat();
    },
  };
}

/** The options that a chat is created with. */
function coreOptions(options: ResolvedOptions, config: PublicConfig | null) {
  const { hooksUrl, form, storage, resumeDays, fields, consentText } = options;
  const isAllowed = isPageAllowed(config);
  const ownConsent =
    consentText === undefined ? null : { text: consentText, version: consentText.slice(0, 100), required: true };
  return {
    proxyUrl: isAllowed ? options.proxyUrl : undefined,
    hooksUrl,
    form,
    leadForm: isAllowed || hooksUrl !== undefined ? options.leadForm : 'off',
    storage,
    resumeDays,
    fields: config?.form.fields ?? fields,
    consent: config === null ? ownConsent : (consentOf(config.form) ?? ownConsent),
    defaultCountry: config?.form.defaultCountry,
  };
}

/** Whether the chat asks for a lead, or an earlier page may have left one to send, a call-back, or a chat with a lead. */
function mayHaveLeads(options: ResolvedOptions, { proxyUrl, hooksUrl, leadForm }: CoreOptions): boolean {
  if (proxyUrl === undefined && hooksUrl === undefined) return false;
  return leadForm !== 'off' || Object.keys(getStorage(options) ?? {}).some((key) => key.startsWith(resumablePrefix));
}

/** Whether the proxy accepts leads from this page. Where it does not, the visitor can chat, but is not asked for a lead. */
function isPageAllowed(config: PublicConfig | null): boolean {
  return config?.origins?.includes(location.origin) !== false;
}

/** Options with the same key need no other chat. */
function chatKey(options: ResolvedOptions, config: PublicConfig | null): string {
  const { flowId, wssUrl } = options;
  return JSON.stringify({ ...coreOptions(options, config), flowId, wssUrl });
}
