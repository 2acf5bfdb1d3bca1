import type { CallGuard } from './guard-calls.ts';
import type { LoadPanel, Panel, PanelDeps } from './panel-contract.ts';

type PanelMethod = 'sendMessage' | 'prefill' | 'setAttributes' | 'reset';

export type PanelLoader = {
  /** Undefined until it is loaded, and when the widget is destroyed. */
  current(): Panel | undefined;
  /** Loads the panel once. After a failure, the next call tries again. */
  load(): void;
  /** Calls a method, at once or when the panel is loaded. Does not load it. */
  call<Method extends PanelMethod>(method: Method, ...values: Parameters<Panel[Method]>): void;
  destroy(): void;
};

export type PanelLoaderOptions = {
  loadPanel: LoadPanel;
  panelDeps: PanelDeps;
  attempt: CallGuard['attempt'];
  onLoad: () => void;
  onError: (error: unknown) => void;
};

/** Loads and creates the panel. */
export function createPanelLoader({ loadPanel, panelDeps, attempt, onLoad, onError }: PanelLoaderOptions): PanelLoader {
  let panel: Panel | undefined;
  let isLoading = false;
  let isDestroyed = false;
  const queuedCalls: [method: PanelMethod, values: unknown[]][] = [];

  async function load(): Promise<void> {
    if (isLoading || isDestroyed) return;
    isLoading = true;
    try {
      const { createPanel } = await loadPanel();
      // Evaluating the modules, creating the panel and opening it are three tasks: a single long one blocks a slow phone.
      await nextTask();
      if (isDestroyed) return;
      panel = createPanel(panelDeps);
    } catch (error) {
      isLoading = false;
      if (!isDestroyed) onError(error);
      return;
    }
    for (const [method, values] of queuedCalls.splice(0)) {
      attempt(method, () => panel && Reflect.apply(panel[method], panel, values));
    }
    await nextTask();
    onLoad();
  }

  return {
    current: () => panel,
    load: () => void load(),
    call(method, ...values) {
      if (panel) Reflect.apply(panel[method], panel, values);
      else queuedCalls.push([method, values]);
    },
    destroy() {
      isDestroyed = true;
      panel?.destroy();
      panel = undefined;
    },
  };
}

function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}
