import { pageDocument } from '../../page-globals.ts';

/**
 * Finds the script element that runs this file. Modules are imported from its URL, so user content must not be able to replace
 * it: `<img name="currentScript">` shadows the document's property, but not the getter of the prototype.
 */
export function findOwnTag(): HTMLScriptElement | null {
  const current = Reflect.get(Document.prototype, 'currentScript', document);
  // There is no current script in a module, or if a loader runs the script as text.
  return current instanceof HTMLScriptElement ? current : pageDocument.querySelector('script[src*="/leadchat"]');
}
