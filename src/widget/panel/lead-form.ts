/** The form as one chunk: only pages that ask for leads load it. */
export { createLeadFormView, formStyles } from '../ui/index.ts';
