import type { Panel, PanelDeps, PanelState } from '../../../src/widget/launcher/index.ts';

/** The launcher's calls of panels, in order, and the deps of each panel, for emitting events. */
class FakePanels {
  readonly log: string[] = [];
  readonly deps: PanelDeps[] = [];
  state: PanelState = { unread: 0, connection: 'idle', phase: 'idle' };

  /** The options of the newest panel's page in code. */
  get overrides(): Readonly<Record<string, unknown>> | undefined {
    return this.deps.at(-1)?.get().overrides;
  }

  /** What follows from all sources of the newest panel's options. */
  get options(): Readonly<Record<string, unknown>> | undefined {
    return this.deps.at(-1)?.get().options;
  }

  readonly createPanel = (deps: PanelDeps): Panel => {
    this.deps.push(deps);
    this.log.push('create');
    deps.setFacts({ words: { locale: 'en', language: 'en', open: 'Open chat', close: 'Close chat' } });
    deps.subscribe((state, before) => {
      const hasChanged = !before.isLoaded || state.isOpen !== before.isOpen;
      if (state.options !== before.options) this.log.push('update');
      if (state.isLoaded && hasChanged) this.log.push(state.isOpen ? 'open' : 'close');
    });
    deps.signal.addEventListener('abort', () => this.log.push('destroy'));
    return {
      sendMessage: (text) => this.log.push(`send ${text}`),
      prefill: (values) => this.log.push(`prefill ${JSON.stringify(values)}`),
      setAttributes: (values) => this.log.push(`setAttributes ${JSON.stringify(values)}`),
      showForm: () => this.log.push('showForm'),
      requestCall: () => this.log.push('requestCall'),
      reset: () => this.log.push('reset'),
      onForgottenElsewhere: () => this.log.push('forgotten elsewhere'),
      state: () => this.state,
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
