import { pageDocument, removeNode } from '../../../page-globals.ts';

/**
 * Copies a text to the clipboard. If the page may not use the Clipboard API (plain http, a frame without the permission), it
 * selects the text in a temporary field in the container, and gives the focus back. Resolves with whether it succeeded.
 */
export async function copyText(text: string, container: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return container !== null && copySelection(text, container);
  }
}

function copySelection(text: string, container: Element): boolean {
  const root = container.getRootNode();
  const focused = root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  const field = pageDocument.createElement('textarea');
  field.className = 'hidden';
  field.readOnly = true;
  field.value = text;
  container.appendChild(field);
  field.select();
  try {
    // Deprecated, but nothing else works here.
    return pageDocument.execCommand('copy');
  } catch {
    return false;
  } finally {
    removeNode(field);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
