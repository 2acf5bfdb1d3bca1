import type { LoadPanel, Panel, PanelDeps } from './panel-contract.ts';

export interface PanelLoader {
  /** The panel, once it is loaded. */
  readonly panel: Panel | undefined;
  /** Starts loading; does nothing while the panel is loading or loaded. */
  load(): void;
  /** Calls back with the panel, at once or when it is loaded; `shouldLoad` loads it. */
  whenLoaded(use: (panel: Panel) => void, shouldLoad?: boolean): void;
  dispose(): void;
}

/**
 * Loads the panel once, and keeps the calls that wait for it. `onSettled` gets the error if loading has failed; `load` tries
 * again then.
 */
export function createPanelLoader(
  loadPanel: LoadPanel,
  panelDeps: PanelDeps,
  onSettled: (error?: unknown) => void,
): PanelLoader {
  let panel: Panel | undefined;
  let isRequested = false;
  let isDisposed = false;
  const waiting: ((panel: Panel) => void)[] = [];
  const settle = (error?: unknown) => isDisposed || onSettled(error);

  const load = () => {
    if (isDisposed || isRequested) return;
    isRequested = true;
    loadPanel().then(
      // Evaluating the modules, creating the panel and opening it are three tasks: one long task is noticeable on a slow phone.
      ({ createPanel }) =>
        setTimeout(() => {
          if (isDisposed) return;
          panel = createPanel(panelDeps);
          for (const use of waiting) use(panel);
          setTimeout(settle);
        }),
      (error) => {
        isRequested = false;
        settle(error);
      },
    );
  };

  return {
    get panel() {
      return panel;
    },
    load,
    whenLoaded(use, shouldLoad) {
      if (panel) use(panel);
      else waiting.push(use);
      if (shouldLoad) load();
    },
    dispose() {
      isDisposed = true;
      panel?.destroy();
    },
  };
}
