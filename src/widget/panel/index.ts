export { createPanel } from './create-panel.ts';
