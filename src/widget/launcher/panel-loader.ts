import type { CallGuard } from './guard-calls.ts';
import type { LoadPanel, Panel, PanelDeps } from './panel-contract.ts';
import { isPrerendering, onActivation } from './prerendering.ts';
import type { OpenOrigin } from './widget-store.ts';

const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

type PanelMethod = Exclude<keyof Panel, 'state'>;

export type PanelLoader = ReturnType<typeof createPanelLoader>;

export type PanelLoaderOptions = {
  loadPanel: () => ReturnType<LoadPanel>;
  panelDeps: PanelDeps;
  guard: CallGuard['guard'];
  signal: AbortSignal;
  onLoad: () => void;
  onError: (error: unknown) => void;
};

/** Loads and creates the panel. */
export function createPanelLoader(options: PanelLoaderOptions) {
  const { loadPanel, panelDeps, guard, signal, onLoad, onError } = options;
  let panel: Panel | undefined;
  let isLoading = false;
  let failureCount = 0;
  let pauseEndsAt = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(retryTimer));
  const queuedCalls: ((panel: Panel) => void)[] = [];
  /** The visitor's last click since a failure, unless it has loaded the panel. */
  let lastClick: Event | undefined;
  const keepClick = (event: Event) => {
    if (event.isTrusted) lastClick = event;
  };

  async function load(): Promise<void> {
    if (isLoading || signal.aborted) return;
    // Until then another page may change what is stored, such as the conversation that this one would go on with.
    if (isPrerendering()) {
      onActivation(load, signal);
      return;
    }
    isLoading = true;
    clearTimeout(retryTimer);
    retryTimer = undefined;
    try {
      const { createPanel } = await loadPanel();
      // Not in one task with the evaluation of its modules: a single long one blocks a slow phone.
      await nextTask();
      if (signal.aborted) return;
      panel = await createPanel(panelDeps);
    } catch (error) {
      isLoading = false;
      // Some libraries return a Date, to which nothing can be added.
      pauseEndsAt = Number(Date.now()) + Math.min(firstPauseMs * 2 ** failureCount++, longestPauseMs);
      addEventListener('click', keepClick, { capture: true, signal });
      if (!signal.aborted) onError(error);
      return;
    }
    for (const call of queuedCalls.splice(0)) call(panel);
    // At once: styles and layout are computed for the panel that the visitor sees, and not before for one that is still closed.
    onLoad();
  }

  return {
    /** Undefined until it is loaded, and when the widget is destroyed. */
    current: () => (signal.aborted ? undefined : panel),
    /**
     * Loads the panel once. After a failure there is a pause that grows: a blocked file must not become a flood of requests. A click
     * of the visitor does not wait for its end, once, other calls do, and a mere hint, which has no origin, is lost.
     */
    load(origin?: OpenOrigin): void {
      const pauseMs = pauseEndsAt - Number(Date.now());
      // A button of the page calls the API while the visitor's click is handled. `navigator.userActivation` lasts for seconds after it.
      const isClick = origin === 'visitor' || (origin === 'api' && Boolean(lastClick?.eventPhase));
      if (isClick) lastClick = undefined;
      if (pauseMs <= 0 || isClick) void load();
      else if (origin && !isLoading) retryTimer ??= setTimeout(load, pauseMs);
    },
    /** Calls a method, at once or when the panel is loaded. Does not load it. */
    call<Method extends PanelMethod>(method: Method, ...values: Parameters<Panel[Method]>): void {
      const call = (loaded: Panel) => Reflect.apply(loaded[method], loaded, values);
      if (panel) call(panel);
      else queuedCalls.push((loaded) => guard(method, () => call(loaded)));
    },
  };
}

function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}
