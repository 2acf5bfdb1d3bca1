/*
 * What a page can take from its scripts. Its content: an element is a property of the window by its `id` or `name`, and an image,
 * form, frame or object is one of the document even where the browser has a property of that name. `<nav id="navigation">` and
 * `<img name="title">` are enough. Its libraries: lists and elements get methods of the same names that do something else, such as an
 * `append` that takes HTML.
 */

/** A global that the browser or a script has defined: not an element, nor a frame, of that name. */
export function definedGlobal(name: string): unknown {
  return Object.hasOwn(globalThis, name) ? Reflect.get(globalThis, name) : undefined;
}

/** Runs a task when the page has nothing else to do. Safari has no requestIdleCallback(). */
export function whenIdle(task: () => void): void {
  (definedGlobal('requestIdleCallback') ? requestIdleCallback : setTimeout)(task);
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
  return (typeof value === 'object' && value !== null) || 'nodeType' in Object(value);
}

/** The items of any list in an array: by index, because not every page lets lists of elements be iterated. */
export function listOf<Item>(list: ArrayLike<Item>): Item[] {
  const items: Item[] = [];
  for (let index = 0; index < list.length; index += 1) items.push(Reflect.get(list, index));
  return items;
}

/** Removes a node from where it is. Add one with `appendChild()` and `insertBefore()`. */
export function removeNode(node: ChildNode): void {
  node.parentNode?.removeChild(node);
}
