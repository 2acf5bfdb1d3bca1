export { adoptStyles } from './adopt-styles.ts';
export { formStyles } from './form/form-styles.ts';
export { createLeadFormView } from './form/lead-form-view.tsx';
export type { PanelModel } from './model.ts';
export { mountPanel } from './mount-panel.tsx';
