import { vi } from 'vitest';
import { readOptions } from '../../../src/options/index.ts';
import { textIn } from '../../../src/protocol/index.ts';
import type { LoadPanel, Panel, PanelDeps } from '../../../src/widget/launcher/index.ts';

/** What the launcher has called on the fake panels, in order. */
export const panelLog: string[] = [];

function createFakePanel(deps: PanelDeps): Panel {
  const applyOptions = () => {
    const { config, attributes = {}, overrides = {}, path, variants } = deps.optionLayers();
    const { options } = readOptions({ proxy: config?.widget ?? {}, attributes, overrides, path, variants });
    deps.setLook({
      options,
      locale: 'en',
      text: textIn(options.launcherText, 'en'),
      openLabel: 'Open chat',
      closeLabel: 'Close chat',
    });
  };
  applyOptions();
  panelLog.push(`create ${JSON.stringify(deps.optionLayers().overrides)}`);
  return {
    setOpen: (open, origin) => panelLog.push(`${open ? 'open' : 'close'} by ${origin}`),
    update() {
      panelLog.push('update');
      applyOptions();
    },
    sendMessage: (text) => panelLog.push(`send ${text}`),
    prefill: (values) => panelLog.push(`prefill ${JSON.stringify(values)}`),
    setAttributes: (values) => panelLog.push(`setAttributes ${JSON.stringify(values)}`),
    showForm: () => panelLog.push('showForm'),
    requestCall: () => panelLog.push('requestCall'),
    isAvailable: () => true,
    reset: () => panelLog.push('reset'),
    state: () => ({ unread: 2, connection: 'open', phase: 'chatting' }),
    destroy: () => panelLog.push('destroy'),
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
