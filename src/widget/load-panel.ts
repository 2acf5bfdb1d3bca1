import { loadTexts } from '../i18n/index.ts';
import type { LoadPanel } from './launcher/index.ts';

/**
 * Loads the panel from a page's own bundle, or from the package's files: for everything but the script tag, which knows the
 * names of its files. What the first screen needs is requested side by side with the panel. Schemas and texts come before it, in
 * the order of which many servers send files: schemas are created while the panel is on its way. Where such a chunk is needed, it
 * is imported again: a failure here is reported and retried there.
 */
export const loadPanel: LoadPanel = ({ locale, hasForm, isInline, isResumed }) => {
  const beside: Promise<unknown>[] = [import('../options/schema.ts'), loadTexts(locale)];
  const panel = import('./panel/index.ts');
  if (hasForm) beside.push(import('./panel/leads.ts'));
  if (isInline) beside.push(import('./panel/mount-inline.ts'));
  if (isResumed) beside.push(import('./panel/conversation.ts'));
  Promise.all(beside).catch(() => {});
  return panel;
};
