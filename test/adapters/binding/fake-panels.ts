import { mergeOptions } from '../../../src/options/index.ts';
import type { Panel, PanelDeps, PanelState } from '../../../src/widget/launcher/index.ts';

/** The launcher's calls of panels, in order, and the deps of each panel, for emitting events. */
class FakePanels {
  readonly log: string[] = [];
  readonly deps: PanelDeps[] = [];
  state: PanelState = { unread: 0, connection: 'idle', phase: 'idle' };

  /** The options of the newest panel. */
  get overrides(): Readonly<Record<string, unknown>> | undefined {
    return this.deps.at(-1)?.optionLayers().overrides;
  }

  readonly createPanel = (deps: PanelDeps): Panel => {
    this.deps.push(deps);
    this.log.push('create');
    return {
      setOpen: (open) => this.log.push(open ? 'open' : 'close'),
      update: () => {
        this.log.push('update');
        const { attributes, overrides } = deps.optionLayers();
        deps.setLook({
          options: mergeOptions(attributes, overrides),
          locale: 'en',
          openLabel: 'Open chat',
          closeLabel: 'Close chat',
        });
      },
      sendMessage: (text) => this.log.push(`send ${text}`),
      prefill: (values) => this.log.push(`prefill ${JSON.stringify(values)}`),
      setAttributes: (values) => this.log.push(`setAttributes ${JSON.stringify(values)}`),
      showForm: () => this.log.push('showForm'),
      requestCall: () => this.log.push('requestCall'),
      isAvailable: () => true,
      reset: () => this.log.push('reset'),
      state: () => this.state,
      destroy: () => this.log.push('destroy'),
    };
  };

  clear(): void {
    this.log.length = 0;
    this.deps.length = 0;
    this.state = { unread: 0, connection: 'idle', phase: 'idle' };
  }
}

/** Mocks src/widget/panel/create-panel.ts. */
export const panels = new FakePanels();

export function launchers(): HTMLButtonElement[] {
  return [...document.querySelectorAll('leadchat-widget')].flatMap((element) => [
    ...(element.shadowRoot?.querySelectorAll<HTMLButtonElement>('button.launcher') ?? []),
  ]);
}

export function launcher(): HTMLButtonElement {
  const [only, ...rest] = launchers();
  if (only === undefined || rest.length > 0) throw new Error(`there are ${launchers().length} launchers`);
  return only;
}
