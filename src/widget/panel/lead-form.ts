/**
 * What a page loads that asks for leads, in one file: who sees the form needs what sends the lead, and who comes back has it
 * cached.
 */
export { createLead, landingUrl, readAttribution } from '../../core/index.ts';
export { createLeadFormView, formStyles } from '../ui/index.ts';
