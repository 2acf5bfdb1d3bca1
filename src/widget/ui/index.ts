export { adoptStyles } from './adopt-styles.ts';
export { mountPanel } from './mount-panel.tsx';
export type { PanelModel, Teaser } from './panel-model.ts';
