import type { LoadPanel } from './launcher/index.ts';

/**
 * Loads the panel from a page's own bundle, or from the package's files: for everything but the script tag, which knows the
 * names of its files. A chat with a form requests the code for leads side by side with the panel. Where such a chunk is needed,
 * it is imported again: a failure here is reported and retried there.
 */
export const loadPanel: LoadPanel = (hasForm) => {
  const panel = import('./panel/index.ts');
  if (hasForm) {
    const leads = [
      import('../core/leads/create-leads.ts'),
      import('./panel/lead-origin.ts'),
      import('./ui/form/index.ts'),
    ];
    Promise.all(leads).catch(() => {});
  }
  return panel;
};
