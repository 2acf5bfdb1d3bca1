export { createLeadFormView, formStyles } from './form/index.ts';
export type { PanelModel } from './model.ts';
export { type MountedPanel, mountPanel } from './mount-panel.tsx';
export { pushToDataLayer } from './page/data-layer.ts';
export { loadTriggers } from './page/load-triggers.ts';
export { placeInPage } from './page/place-in-page.ts';
