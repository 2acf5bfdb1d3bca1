import type { Panel, PanelDeps, PanelState } from '../../../src/widget/launcher/index.ts';

/** What the panels were told, in order, and their hosts, to emit from. */
class FakePanels {
  readonly log: string[] = [];
  readonly deps: PanelDeps[] = [];
  state: PanelState = { unread: 0, connection: 'idle', phase: 'idle' };

  /** The options that the newest panel sees. */
  get overrides(): Readonly<Record<string, unknown>> | undefined {
    return this.deps.at(-1)?.optionLayers().overrides;
  }

  readonly createPanel = (deps: PanelDeps): Panel => {
    this.deps.push(deps);
    this.log.push('made');
    return {
      setOpen: (open) => this.log.push(open ? 'open' : 'close'),
      update: () => this.log.push('update'),
      sendMessage: (text) => this.log.push(`send ${text}`),
      prefill: (values) => this.log.push(`prefill ${JSON.stringify(values)}`),
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

/** Of one test file, which has it loaded as src/widget/panel/create-panel.ts. */
export const panels = new FakePanels();

export function bubbles(): HTMLButtonElement[] {
  return [...document.querySelectorAll('leadchat-widget')].flatMap((host) => [
    ...(host.shadowRoot?.querySelectorAll<HTMLButtonElement>('button.launcher') ?? []),
  ]);
}

export function bubble(): HTMLButtonElement {
  const [only, ...others] = bubbles();
  if (only === undefined || others.length > 0) throw new Error(`there are ${bubbles().length} bubbles`);
  return only;
}
