import type { ReadonlySignal } from '@preact/signals';
import { render } from 'preact';
import { pageDocument, removeNode } from '../../page-globals.ts';
import { adoptStyles } from './adopt-styles.ts';
import { type ConversationParts, ConversationPartsProvider } from './conversation-parts.ts';
import { type FormParts, FormPartsProvider } from './form-parts.ts';
import { Notifications } from './notifications/Notifications.tsx';
import { Panel } from './Panel.tsx';
import { PanelContext, type PanelModel } from './panel-model.ts';
import { panelStyles } from './panel-styles.ts';

export type PanelPlace = { layer: HTMLElement; launcher: HTMLElement };

/** Renders the panel into the layer, before the launcher, so that Tab reaches it first. Returns a cleanup. */
export function mountPanel(
  { layer, launcher }: PanelPlace,
  model: PanelModel,
  parts: ReadonlySignal<ConversationParts>,
  formParts: ReadonlySignal<FormParts | null>,
): () => void {
  const container = pageDocument.createElement('div');
  const removeStyles = adoptStyles(model.root, panelStyles);
  // This live region is only for a panel that could not be loaded. The panel contains other ones.
  layer.ariaLive = null;
  layer.insertBefore(container, layer.firstChild);
  render(
    <PanelContext.Provider value={model}>
      <ConversationPartsProvider value={parts}>
        <FormPartsProvider value={formParts}>
          <Notifications launcher={launcher} />
          <Panel />
        </FormPartsProvider>
      </ConversationPartsProvider>
    </PanelContext.Provider>,
    container,
  );
  return () => {
    render(null, container);
    removeNode(container);
    removeStyles();
  };
}
