import type { LoadPanel, Panel, PanelDeps } from './panel-contract.ts';

export interface PanelLoader {
  /** The panel, once it is loaded. */
  readonly panel: Panel | undefined;
  /** Starts loading; does nothing while the panel is loading or loaded. */
  load(): void;
  /** Calls back with the panel, at once or when something else has loaded it. */
  whenLoaded(use: (panel: Panel) => void): void;
  dispose(): void;
}

export type PanelLoaderDeps = {
  loadPanel: LoadPanel;
  panelDeps: PanelDeps;
  onLoaded(panel: Panel): void;
  /** After it, `load` tries again. */
  onError(error: unknown): void;
};

/** Loads the panel once, and keeps the calls that wait for it. */
export function createPanelLoader({ loadPanel, panelDeps, onLoaded, onError }: PanelLoaderDeps): PanelLoader {
  let panel: Panel | undefined;
  let isRequested = false;
  let isDisposed = false;
  const waiting: ((panel: Panel) => void)[] = [];

  const create = ({ createPanel }: Awaited<ReturnType<LoadPanel>>) => {
    if (isDisposed) return;
    const created = createPanel(panelDeps);
    panel = created;
    for (const use of waiting.splice(0)) use(created);
    // In a task of its own: creating and opening the panel in one task is noticeable on a slow phone.
    setTimeout(() => isDisposed || onLoaded(created));
  };

  return {
    get panel() {
      return panel;
    },
    load() {
      if (isDisposed || isRequested) return;
      isRequested = true;
      loadPanel().then(create, (error) => {
        isRequested = false;
        if (!isDisposed) onError(error);
      });
    },
    whenLoaded(use) {
      if (panel) use(panel);
      else waiting.push(use);
    },
    dispose() {
      isDisposed = true;
      waiting.length = 0;
      panel?.destroy();
    },
  };
}
