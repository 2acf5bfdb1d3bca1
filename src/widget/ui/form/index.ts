export { formStyles } from './form-styles.ts';
export { createLeadFormView, type FormProps } from './lead-form-view.tsx';
