import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { within } from '@testing-library/preact';
import { onTestFinished, vi } from 'vitest';
import type { Chat } from '../../../src/core/index.ts';
import { englishTexts } from '../../../src/i18n/index.ts';
import { type ResolvedOptions, readOptions, type WidgetOptions } from '../../../src/options/index.ts';
import type { FormConsent, FormField } from '../../../src/protocol/form.ts';
import type { FormStep } from '../../../src/protocol/form-steps.ts';
import type { PublicCall, PublicCaptcha } from '../../../src/protocol/proxy/public-config.ts';
import { translatorFor } from '../../../src/widget/panel/translation.ts';
import * as conversation from '../../../src/widget/ui/conversation/index.ts';
import type { ConversationParts } from '../../../src/widget/ui/conversation-parts.ts';
import * as form from '../../../src/widget/ui/form/index.ts';
import { mountPanel } from '../../../src/widget/ui/mount-panel.tsx';
import type { PanelModel, Teaser } from '../../../src/widget/ui/panel-model.ts';
import { createSite } from '../../core/conversation/site.ts';
import { type FakeGateway, fakeGateway } from '../../core/leads/fake-gateway.ts';
import { addPopovers } from './add-popovers.ts';
import { createHost } from './create-host.ts';

export type RenderPanelOptions = {
  /** The widget's options, as a page writes them. */
  options?: WidgetOptions;
  leadForm?: 'required' | 'optional' | 'later' | 'off';
  askAfter?: { answers: number };
  fields?: readonly FormField[];
  steps?: readonly FormStep[];
  consent?: FormConsent;
  call?: PublicCall;
  captcha?: PublicCaptcha;
  /** Null: the form has none. @default 'US' */
  defaultCountry?: string | null;
  /** Whether the panel is open at first. */
  isOpen?: boolean;
  /** What follows behind the first screen. @default it is there */
  parts?: ReadonlySignal<ConversationParts>;
};

/**
 * Renders the panel in a shadow root, as on a page, over the real core: its service, its clock and the gateway for leads are
 * in memory. Everything is removed when the test is finished.
 */
export function renderPanel({
  options = {},
  leadForm = 'off',
  askAfter,
  fields,
  steps,
  consent,
  call,
  captcha,
  defaultCountry = 'US',
  isOpen: isOpenAtFirst = true,
  parts = signal({ status: 'ready', module: conversation }),
}: RenderPanelOptions = {}) {
  const removePopovers = addPopovers();
  const site = createSite();
  const gateway: FakeGateway = fakeGateway();
  const afterLead = signal<'chat' | 'thanks'>('chat');
  const page = site.open({
    leadForm,
    askAfter,
    afterLead: () => afterLead.peek(),
    defaultCountry: defaultCountry ?? undefined,
    consent: consent ?? null,
    ...(fields !== undefined && { fields }),
    steps,
    ...(leadForm !== 'off' && { gateway }),
  });
  const { chat } = page;
  const { host, root, layer, launcher } = createHost();
  const resolve = (overrides: WidgetOptions): ResolvedOptions =>
    readOptions({ proxy: {}, attributes: {}, overrides: { title: 'Northlight Dental', leadForm, ...overrides } })
      .options;
  const resolved = signal(resolve(options));
  const isOpen: Signal<boolean> = signal(isOpenAtFirst);
  const close = vi.fn(() => {
    isOpen.value = false;
  });
  const shownChat = signal<Chat | null>(chat);
  const isFocusRequested = signal(false);
  const isFormRequested = signal(false);
  const startForm = vi.fn();
  const rate = vi.fn<PanelModel['rate']>(() => chat.answerRating());
  const backAt = signal<number | null>(null);
  const closedText = signal<PanelModel['closedText']['value']>(undefined);
  const now = signal(site.clock.now());
  const teaser = signal<Teaser | null>(null);
  const isPlanningCall = signal(false);
  const wantedRating = signal<string | null>(null);
  const isLarge = signal(false);
  const model: PanelModel = {
    root,
    chat: shownChat,
    isUnavailable: signal(false),
    isHidden: signal(false),
    options: resolved,
    translator: computed(() => translatorFor({ locale: 'en', texts: englishTexts }, resolved.value)),
    isOpen,
    isInline: signal(false),
    clock: site.clock,
    now,
    backAt,
    closedText,
    afterLead,
    call: signal(call ?? null),
    captcha: signal(captcha ?? null),
    teaser,
    isPlanningCall,
    wantedRating,
    draft: chat.state.typedText,
    isLarge,
    setLarge(next) {
      isLarge.value = next;
    },
    isFocusRequested,
    isFormRequested,
    showForm() {
      chat.showForm();
      isFormRequested.value = chat.state.form.value.status === 'shown';
    },
    startForm,
    leadOrigin: () => ({ page: { url: 'https://example.com/' } }),
    close,
    setTeaser(next) {
      teaser.value = next;
    },
    openTeaser: () => {
      isOpen.value = true;
    },
    requestCall: () => chat.requestCall(),
    setPlanningCall(isPlanning) {
      isPlanningCall.value = isPlanning;
    },
    setWantedRating(key) {
      wantedRating.value = key;
    },
    setDraft: chat.setTypedText,
    rate,
    setLocale: () => {},
    forget: () => chat.forget(),
    retry: () => {},
  };
  const dispose = mountPanel({ layer, launcher }, model, parts, signal(form));
  onTestFinished(() => {
    // happy-dom fails when the focused element is removed.
    if (root.activeElement instanceof HTMLElement) root.activeElement.blur();
    dispose();
    page.close();
    host.remove();
    removePopovers();
  });
  chat.start();
  const setOptions = (overrides: WidgetOptions) => {
    resolved.value = resolve(overrides);
  };
  return {
    ...site,
    setOptions,
    chat,
    shownChat,
    isFocusRequested,
    model,
    gateway,
    host,
    root,
    layer,
    launcher,
    isOpen,
    now,
    backAt,
    closedText,
    afterLead,
    close,
    view: within(layer),
  };
}

/** The panel with a connected anonymous chat, and an agent who sends only what the test sends. */
export async function renderChat(options: RenderPanelOptions = {}) {
  const rendered = renderPanel(options);
  const { service, settle, view } = rendered;
  service.answers = false;
  await settle();
  let sent = 0;
  /** Delivers frames of the service, with the fields that the test gives. */
  const send = async (...frames: Record<string, unknown>[]) => {
    for (const frame of frames) {
      sent += 1;
      service.last()?.send(JSON.stringify({ id: `frame-${sent}`, name: 'Ada', profilepic: null, ...frame }));
    }
    await settle();
  };
  return {
    ...rendered,
    send,
    agentSays: (...texts: string[]) => send(...texts.map((content) => ({ type: 'message', content }))),
    field: view.getByRole('textbox', { name: 'Message' }),
    openMenu: async () => {
      view.getByRole('button', { name: 'Menu' }).click();
      await view.findByRole('button', { name: 'New conversation' });
    },
  };
}

/** Presses a key. */
export function press(element: Element, key: string, more: KeyboardEventInit = {}): void {
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
}

/** Types into a field: sets its value and fires the event, as a browser does. */
export function type(field: HTMLElement, text: string): void {
  Reflect.set(field, 'value', text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
