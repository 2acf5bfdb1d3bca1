import type { CallGuard } from './guard-calls.ts';
import type { LoadPanel, Panel, PanelDeps } from './panel-contract.ts';

type PanelMethod = 'sendMessage' | 'prefill' | 'setAttributes' | 'showForm' | 'requestCall' | 'reset';

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
  loadPanel: () => ReturnType<LoadPanel>;
  panelDeps: PanelDeps;
  attempt: CallGuard['attempt'];
  isDestroyed: () => boolean;
  onLoad: () => void;
  onError: (error: unknown) => void;
};

/** Loads and creates the panel. */
export function createPanelLoader(options: PanelLoaderOptions): PanelLoader {
  const { loadPanel, panelDeps, attempt, isDestroyed, onLoad, onError } = options;
  let panel: Panel | undefined;
  let isLoading = false;
  const queuedCalls: ((panel: Panel) => void)[] = [];

  async function load(): Promise<void> {
    if (isLoading || isDestroyed()) return;
    isLoading = true;
    try {
      const { createPanel } = await loadPanel();
      // Evaluating the modules, creating the panel and opening it are three tasks: a single long one blocks a slow phone.
      await nextTask();
      if (isDestroyed()) return;
      panel = createPanel(panelDeps);
    } catch (error) {
      isLoading = false;
      if (!isDestroyed()) onError(error);
      return;
    }
    for (const call of queuedCalls.splice(0)) call(panel);
    await nextTask();
    onLoad();
  }

  return {
    current: () => panel,
    load: () => void load(),
    call(method, ...values) {
      const call = (loaded: Panel) => Reflect.apply(loaded[method], loaded, values);
      if (panel) call(panel);
      else queuedCalls.push((loaded) => attempt(method, () => call(loaded)));
    },
    destroy() {
      panel?.destroy();
      panel = undefined;
    },
  };
}

function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}
