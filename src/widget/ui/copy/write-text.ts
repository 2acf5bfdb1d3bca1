/**
 * Puts a text on the clipboard: by the Clipboard API, and where a page may not use it (plain http, a frame without the
 * permission) by a selection, as browsers did before. `place` takes the selected field for a moment. Tells whether it worked.
 */
export async function writeText(text: string, place: ParentNode): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, place);
  }
}

function copySelected(text: string, place: ParentNode): boolean {
  const root = place.getRootNode();
  const focused = root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  const field = document.createElement('textarea');
  field.className = 'hidden';
  field.readOnly = true;
  field.value = text;
  place.append(field);
  field.select();
  try {
    // Deprecated, and the only way that is left here.
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
