import { vi } from 'vitest';
import type { LoadPanel, Panel, PanelDeps } from '../../../src/widget/launcher/index.ts';

/** What the launcher has called on the fake panels, in order. */
export const panelLog: string[] = [];

export function createFakePanel(deps: PanelDeps): Panel {
  deps.setFacts({ words: { locale: 'en', language: 'en', open: 'Open chat', close: 'Close chat' } });
  panelLog.push(`create ${JSON.stringify(deps.get().overrides)}`);
  deps.subscribe((state, before) => {
    const hasChanged = !before.isLoaded || state.isOpen !== before.isOpen;
    if (state.options !== before.options) panelLog.push('update');
    if (state.isLoaded && hasChanged) panelLog.push(`${state.isOpen ? 'open' : 'close'} by ${state.openOrigin}`);
  });
  deps.signal.addEventListener('abort', () => panelLog.push('destroy'));
  return {
    sendMessage: (text) => panelLog.push(`send ${text}`),
    prefill: (values) => panelLog.push(`prefill ${JSON.stringify(values)}`),
    setAttributes: (values) => panelLog.push(`setAttributes ${JSON.stringify(values)}`),
    showForm: () => panelLog.push('showForm'),
    requestCall: () => panelLog.push('requestCall'),
    reset: () => panelLog.push('reset'),
    onForgottenElsewhere: (isReset) => panelLog.push(`${isReset ? 'reset' : 'forgotten'} elsewhere`),
    state: () => ({ unread: 2, connection: 'open', phase: 'chatting' }),
  };
}

export const loadFakePanel: LoadPanel = async () => ({ createPanel: createFakePanel });

export const loadPanel = vi.fn<LoadPanel>(loadFakePanel);

export function launchers(): HTMLButtonElement[] {
  return [...document.querySelectorAll('leadchat-widget')].flatMap((element) => [
    ...(element.shadowRoot?.querySelectorAll<HTMLButtonElement>('button.launcher') ?? []),
  ]);
}

/** happy-dom has no CSS.supports(). */
export function stubColors(): void {
  vi.stubGlobal('CSS', { supports: (_: string, value: string) => !/[;{}]/.test(value) });
}
