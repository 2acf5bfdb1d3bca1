export type { PanelModel } from './model.ts';
export { type MountedPanel, mountPanel } from './mount-panel.tsx';
