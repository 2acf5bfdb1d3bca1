import { type Signal, signal } from '@preact/signals';
import { within } from '@testing-library/preact';
import { onTestFinished, vi } from 'vitest';
import { createTranslator } from '../../../src/i18n/index.ts';
import { readOptions, type WidgetOptions } from '../../../src/options/index.ts';
import type { FormConsent, FormField, PublicCall, PublicCaptcha } from '../../../src/protocol/index.ts';
import { mountPanel } from '../../../src/widget/ui/mount-panel.tsx';
import type { PanelModel } from '../../../src/widget/ui/panel-model.ts';
import { createSite } from '../../core/conversation/site.ts';
import { type FakeGateway, fakeGateway } from '../../core/leads/fake-gateway.ts';

export type RenderPanelOptions = {
  /** The widget's options, as a page writes them. */
  options?: WidgetOptions;
  leadForm?: 'required' | 'optional' | 'off';
  fields?: readonly FormField[];
  consent?: FormConsent;
  call?: PublicCall;
  captcha?: PublicCaptcha;
  /** Whether the panel is open at first. */
  isOpen?: boolean;
};

/**
 * Renders the panel in a shadow root, as on a page, over the real core: its service, its clock and the gateway for leads are
 * in memory. Everything is removed when the test is finished.
 */
export function renderPanel({
  options = {},
  leadForm = 'off',
  fields,
  consent,
  call,
  captcha,
  isOpen: isOpenAtFirst = true,
}: RenderPanelOptions = {}) {
  const site = createSite();
  const gateway: FakeGateway = fakeGateway();
  const page = site.open({
    leadForm,
    defaultCountry: 'US',
    consentText: consent ?? null,
    ...(fields !== undefined && { fields }),
    ...(leadForm !== 'off' && { gateway }),
  });
  const { chat } = page;
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const layer = document.createElement('div');
  const launcher = document.createElement('button');
  layer.append(launcher);
  root.append(layer);
  document.body.append(host);
  const parsed = readOptions({
    proxy: {},
    attributes: {},
    overrides: { title: 'Northlight Dental', leadForm, ...options },
  });
  const isOpen: Signal<boolean> = signal(isOpenAtFirst);
  const close = vi.fn(() => {
    isOpen.value = false;
  });
  const model: PanelModel = {
    root,
    chat: signal(chat),
    isUnavailable: signal(false),
    options: signal(parsed.options),
    translator: signal(createTranslator('en', [parsed.options.texts])),
    isOpen,
    call: signal(call ?? null),
    captcha: signal(captcha ?? null),
    teaser: signal(null),
    draft: signal(''),
    focusRequestCount: signal(0),
    leadOrigin: () => ({ page: { url: 'https://example.com/' } }),
    open: () => {
      isOpen.value = true;
    },
    close,
    setLocale: () => {},
    forget: () => chat.forget(),
    retry: () => {},
  };
  const dispose = mountPanel({ layer, launcher }, model);
  onTestFinished(() => {
    dispose();
    page.close();
    host.remove();
  });
  chat.start();
  return { ...site, chat, model, gateway, host, root, layer, launcher, isOpen, close, view: within(layer) };
}

/** Types into a field: sets its value and fires the event, as a browser does. */
export function type(field: HTMLElement, text: string): void {
  Reflect.set(field, 'value', text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
