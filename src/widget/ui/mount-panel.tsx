import { render } from 'preact';
import { pageDocument, removeNode } from '../../page-globals.ts';
import { adoptStyles } from './adopt-styles.ts';
import { type LazyParts, PartsProvider } from './lazy-parts.ts';
import { Notifications } from './notifications/Notifications.tsx';
import { Panel } from './Panel.tsx';
import { PanelContext, type PanelModel } from './panel-model.ts';
import { panelStyles } from './panel-styles.ts';

export type PanelPlace = { layer: HTMLElement; launcher: HTMLElement };

/** Renders the panel into the layer, before the launcher, so that Tab reaches it first. Returns a cleanup. */
export function mountPanel({ layer, launcher }: PanelPlace, model: PanelModel, parts: LazyParts): () => void {
  const container = pageDocument.createElement('div');
  const removeStyles = adoptStyles(model.root, panelStyles);
  // This live region is only for a panel that could not be loaded. The panel contains other ones.
  layer.ariaLive = null;
  layer.insertBefore(container, layer.firstChild);
  render(
    <PanelContext.Provider value={model}>
      <PartsProvider value={parts}>
        <Notifications launcher={launcher} />
        <Panel />
      </PartsProvider>
    </PanelContext.Provider>,
    container,
  );
  return () => {
    render(null, container);
    removeNode(container);
    removeStyles();
  };
}
