import type { Panel, PanelDeps } from '../launcher/index.ts';
import { createPanel as connectPanel } from './create-panel.ts';
import { loadFirstTexts } from './translation.ts';

/** Creates the panel in the visitor's language. */
export async function createPanel(deps: PanelDeps): Promise<Panel> {
  const { chosenLocale, options } = deps.get();
  return connectPanel(deps, await loadFirstTexts([chosenLocale, options.locale]));
}
