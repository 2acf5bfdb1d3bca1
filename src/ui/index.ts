export type { PanelModel } from './model.ts';
export { type MountedPanel, mountPanel } from './mount-panel.tsx';
export { type Attribution, landingUrl, readAttribution } from './page/attribution.ts';
export { pushToDataLayer } from './page/data-layer.ts';
export { forgetBeside, keptArea } from './page/kept-area.ts';
export { loadTriggers } from './page/load-triggers.ts';
export { placeInPage } from './page/place-in-page.ts';
