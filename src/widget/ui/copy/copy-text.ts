/**
 * Copies a text to the clipboard. Where a page may not use the Clipboard API (plain http, a frame without the permission),
 * selects it in a field that stands in `container` for a moment. Resolves to whether it worked.
 */
export async function copyText(text: string, container: ParentNode): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text, container);
  }
}

function copySelection(text: string, container: ParentNode): boolean {
  const root = container.getRootNode();
  const focused = root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  const field = document.createElement('textarea');
  field.className = 'hidden';
  field.readOnly = true;
  field.value = text;
  container.append(field);
  field.select();
  try {
    // Deprecated, but the only way left here.
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
