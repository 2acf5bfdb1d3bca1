/*
 * What a page's content can take from its scripts: an element is a property of the window by its `id` or `name`, and an image,
 * form, frame or object is one of the document even where the browser has a property of that name. `<nav id="navigation">` and
 * `<img name="title">` are enough.
 */

/** A global that the browser or a script has defined: not an element, nor a frame, of that name. */
export function definedGlobal(name: string): unknown {
  return Object.hasOwn(globalThis, name) ? Reflect.get(globalThis, name) : undefined;
}

/** The page's document as the browser or a script has made it. It is read at each use, so a server may import it. */
export const pageDocument: Document = new Proxy(Object({}), {
  get(_, name) {
    const value = Reflect.get(isTaken(name) ? Document.prototype : document, name, document);
    return typeof value === 'function' ? (...values: unknown[]) => Reflect.apply(value, document, values) : value;
  },
  set: (_, name, value) => Reflect.set(isTaken(name) ? Document.prototype : document, name, value, document),
});

/** Elements are own properties of the document, while its own ones are the prototype's. */
function isTaken(name: string | symbol): boolean {
  const value: unknown = Object.getOwnPropertyDescriptor(document, name)?.value;
  return (typeof value === 'object' && value !== null) || value instanceof Element;
}
