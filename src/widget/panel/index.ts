import { systemClock, withTimeout } from '../../clock.ts';
import type { Panel, PanelDeps } from '../launcher/index.ts';
import { createPanel as connectPanel } from './create-panel.ts';
import { createLeadsLoader } from './load-leads.ts';
import { loadFirstTexts } from './translation.ts';

/** After this time the panel appears without the form, which follows. It was requested with the panel, and is smaller. */
const formTimeoutMs = 300;

/** Creates the panel in the visitor's language, with the form in its first frame. */
export async function createPanel(deps: PanelDeps): Promise<Panel> {
  const { chosenLocale, options } = deps.get();
  const leads = createLeadsLoader();
  const loadForm = async () => {
    if (!deps.expectsForm()) return;
    // After a failure, the chat that needs it loads it again, and reports if it cannot.
    const loading = leads.load().catch(leads.forgetFailure);
    await withTimeout(loading, { clock: systemClock, timeoutMs: formTimeoutMs, late: undefined });
  };
  const [texts] = await Promise.all([loadFirstTexts([chosenLocale, options.locale]), loadForm()]);
  return connectPanel(deps, texts, leads);
}
