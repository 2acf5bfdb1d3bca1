/**
 * The script element that runs this file. It decides where modules are imported from, so content of visitors must not pose
 * as it: `<img name="currentScript">` hides the document's property, but not the getter on the prototype.
 */
export function findOwnTag(): HTMLScriptElement | null {
  const current = Reflect.get(Document.prototype, 'currentScript', document);
  // A module has no current script, and neither has a script that a loader runs as text.
  return current instanceof HTMLScriptElement ? current : document.querySelector('script[src*="/leadchat"]');
}
