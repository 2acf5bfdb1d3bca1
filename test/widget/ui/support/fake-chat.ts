import { signal } from '@preact/signals-core';
import { options as preactOptions } from 'preact';
import { vi } from 'vitest';
import type { Chat } from '../../../../src/core/chat.ts';
import type { ConnectionStatus } from '../../../../src/core/connection/connection.ts';
import type { Notice, Phase } from '../../../../src/core/conversation/conversation-signals.ts';
import type { ChatEvents } from '../../../../src/core/conversation/events.ts';
import type { ChatMessage, Owner } from '../../../../src/core/conversation/message.ts';
import type { CallbackState } from '../../../../src/core/leads/callback.ts';
import type { LeadState } from '../../../../src/core/leads/lead-controller.ts';
import type { FieldProblem, FieldValue, LeadForm, LeadSubmission } from '../../../../src/core/leads/lead-form-model.ts';
import { createTranslator } from '../../../../src/i18n/translator.ts';
import { readOptions } from '../../../../src/options/read-options.ts';
import type { WidgetOptions } from '../../../../src/options/schema.ts';
import {
  defaultFields,
  type FormConsent,
  type FormField,
  type PublicCall,
  type PublicCaptcha,
} from '../../../../src/protocol/index.ts';
import { mountPanel } from '../../../../src/widget/ui/mount-panel.tsx';

/** A form of real signals that accepts whatever it is given. */
export function fakeForm(fields: readonly FormField[] = defaultFields, consent: FormConsent | null = null) {
  const values = signal<Readonly<Record<string, FieldValue>>>({});
  const problems = signal<Readonly<Record<string, FieldProblem>>>({});
  const status = signal<'editing' | 'sending' | 'queued' | 'accepted' | 'refused'>('editing');
  const country = signal<string | undefined>('US');
  const consentGiven = signal(false);
  const submit = vi.fn<LeadForm['submit']>(async (): Promise<LeadSubmission> => ({ ok: true, status: 'accepted' }));
  const form: LeadForm = {
    fields,
    consent,
    values,
    consentGiven,
    problems,
    status,
    country,
    markShown: vi.fn(),
    set: (name, value) => {
      values.value = { ...values.peek(), [name]: value };
    },
    setConsent: (given) => {
      consentGiven.value = given;
    },
    prefill: vi.fn(),
    blur: vi.fn(),
    setCountry: (next) => {
      country.value = next;
    },
    setPhoneParser: vi.fn(),
    submit,
  };
  return { form, values, problems, status, country, submit };
}

/** A chat of real signals that the test moves by hand. */
export function fakeChat(leadForm: LeadForm | null = null) {
  const state = {
    phase: signal<Phase>(leadForm === null ? 'chatting' : 'asking-lead'),
    connection: signal<ConnectionStatus>('open'),
    messages: signal<readonly ChatMessage[]>([]),
    unread: signal(0),
    open: signal(false),
    owner: signal<Owner | null>(null),
    lead: signal<LeadState>({ status: 'none' }),
    callback: signal<CallbackState>({ status: 'none' }),
    awaitingAnswer: signal(false),
    notice: signal<Notice | null>(null),
  };
  const listeners = new Map<keyof ChatEvents, Set<(detail: never) => void>>();
  const chat = {
    state,
    leadForm,
    start: vi.fn(),
    hasConversation: () => false,
    skipLead: vi.fn(),
    sendMessage: vi.fn((text: string) => (text.trim() === '' || text.length > 8000 ? undefined : 'id')),
    retry: vi.fn(),
    newConversation: vi.fn(),
    requestCall: vi.fn(),
    setVisible: vi.fn(),
    setConsent: vi.fn(),
    forget: vi.fn(),
    dismissNotice: vi.fn(),
    on: (name, listener) => {
      const some = listeners.get(name) ?? new Set();
      listeners.set(name, some.add(listener));
      return () => some.delete(listener);
    },
    destroy: vi.fn(),
  } satisfies Chat;
  const says = (from: 'visitor' | 'agent', text: string, more: Partial<ChatMessage> = {}) => {
    const message = { id: String(state.messages.peek().length), from, text, at: Date.now(), ...more };
    state.messages.value = [...state.messages.peek(), message];
  };
  return { chat, state, says };
}

/** A panel with a chat in a shadow root, as on a page. */
export function showPanel(
  chat: Chat,
  overrides: WidgetOptions = {},
  {
    captcha = null,
    call = null,
    isOpen: opens = true,
  }: { captcha?: PublicCaptcha | null | undefined; call?: PublicCall | null; isOpen?: boolean | undefined } = {},
) {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const layer = document.createElement('div');
  const launcher = document.createElement('button');
  layer.append(launcher);
  root.append(layer);
  document.body.append(host);
  const { options } = readOptions({
    proxy: {},
    attributes: {},
    overrides: { title: 'Northlight Dental', ...overrides },
  });
  const isOpen = signal(opens);
  const close = vi.fn(() => {
    isOpen.value = false;
  });
  const teaser = signal<string | null>(null);
  const dispose = mountPanel(
    { layer, launcher },
    {
      root,
      chat: signal(chat),
      isUnavailable: signal(false),
      options: signal(options),
      translator: signal(createTranslator('en', [options.texts])),
      isOpen,
      call: signal(call),
      captcha: signal(captcha),
      teaser,
      draft: signal(''),
      focusRequestCount: signal(0),
      leadOrigin: () => ({ page: { url: 'https://example.com/' } }),
      open: vi.fn(),
      close,
      setLocale: vi.fn(),
      forget: () => chat.forget(),
      retry: vi.fn(),
    },
  );
  const panel = {
    dispose,
    tease(text: string) {
      teaser.value = text;
    },
  };
  return { root, layer, launcher, panel, isOpen, close };
}

// Renders at once, so that a test can look right after it has changed a signal.
preactOptions.debounceRendering = (process) => process();
