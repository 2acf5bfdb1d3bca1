/**
 * The part of Preact that the widget uses, in a fifth of its size: function components, fragments, keys, callback refs
 * and SVG; no hooks, no classes, no context. The build puts it in the place of `preact` in what visitors load by the
 * script tag; everywhere else, tests and types included, the widget runs on Preact itself. test/build/small-preact.test.ts
 * draws random trees with both, and compares.
 */
type Ref = (element: ChildNode | null) => void;
type Props = { readonly [name: string]: unknown; readonly children?: unknown; readonly ref?: Ref };
/** A component, the name of an element, or nothing at all for a text. */
type Type = ((props: Props) => unknown) | string;
/** An element or a text; texts have no attributes. */
type Drawn = ChildNode & Partial<Pick<Element, 'setAttribute' | 'removeAttribute'>>;

/** Short names, since the build cannot shorten them: type, properties and key of a virtual node. */
class VNode {
  readonly t: Type;
  readonly p: Props;
  readonly k: unknown;

  constructor(t: Type, p: Props, k?: unknown) {
    this.t = t;
    this.p = p;
    this.k = k;
  }
}

export const jsx = (type: Type, props: Props, key?: unknown) => new VNode(type, props, key);
export { jsx as jsxs };
export const Fragment = ({ children }: Props) => children;

const nothing = jsx(Fragment, { children: [] });

/** What stands in the page for a virtual node. The nodes themselves are never written to: one may stand in several places. */
class Spot {
  /** The key, or where there is none the place among the siblings. */
  readonly k: unknown;
  /** The node as it was drawn last. */
  n = nothing;
  /** The element or text; components have none of their own. */
  d: Drawn | undefined;
  /** Children. */
  c: Spot[] = [];
  /** Was put into the page. */
  i = false;

  constructor(k: unknown) {
    this.k = k;
  }

  /** Listens itself: the same listener is never added twice, and always calls the newest handler. */
  handleEvent(event: Event): void {
    const { p } = this.n;
    for (const name in p) {
      const handler = p[name];
      if (name.toLowerCase() === `on${event.type}` && typeof handler === 'function') handler(event);
    }
  }
}

const roots = new WeakMap<Element, Spot[]>();

/** Draws into the container what it should hold, and changes only what is not so already. */
export function render(child: unknown, container: Element): void {
  const refs: (() => void)[] = [];
  const spots = update(roots.get(container) ?? [], child, container.namespaceURI, refs);
  place(container, spots, container.firstChild);
  roots.set(container, spots);
  for (const tell of refs) tell();
}

/** The old spots stay as they are until all went well: a component that throws leaves them to the next try. */
function update(before: Spot[], children: unknown, namespace: string | null, refs: (() => void)[]): Spot[] {
  const left: (Spot | undefined)[] = [...before];
  // Lists grow and shrink at their ends: where one child was found, the next is looked for behind it.
  let shift = 0;
  const spots = (Array.isArray(children) ? children : [children]).map((child: unknown, index) => {
    const node = nodeOf(child);
    const key = node.k ?? index;
    const fits = (old: Spot | undefined) => old?.k === key && old.n.t === node.t;
    let at = index + shift;
    if (!fits(left[at])) at = left.findIndex(fits);
    const old = left[at];
    if (old !== undefined) {
      shift = at - index;
      left[at] = undefined;
    }
    // The very same node as before is passed over with all that is in it.
    return old?.n === node ? old : draw(old ?? new Spot(key), node, namespace, refs);
  });
  for (const spot of left) if (spot !== undefined) remove(spot);
  return spots;
}

/** An object that no `jsx` made is a text, so that nothing from outside can be taken for a node. */
function nodeOf(child: unknown): VNode {
  if (child instanceof VNode) return child;
  if (Array.isArray(child)) return jsx(Fragment, { children: child });
  return child === undefined || child === null || typeof child === 'boolean'
    ? nothing
    : jsx('', { nodeValue: String(child) });
}

function draw(spot: Spot, node: VNode, outer: string | null, refs: (() => void)[]): Spot {
  const { t, p } = node;
  if (typeof t === 'function') spot.c = update(spot.c, t(p), outer, refs);
  else {
    const namespace = t === 'svg' ? 'http://www.w3.org/2000/svg' : outer;
    const drawn = spot.d ?? (t ? document.createElementNS(namespace, t) : new Text());
    spot.d = drawn;
    // Children first: a select can only take a value that it has.
    if (t) {
      spot.c = update(spot.c, p.children ?? [], namespace, refs);
      place(drawn, spot.c, drawn.firstChild);
    }
    for (const name in { ...spot.n.p, ...p }) setProperty(spot, drawn, name, p[name], refs);
  }
  spot.n = node;
  return spot;
}

function setProperty(spot: Spot, drawn: Drawn, name: string, value: unknown, refs: (() => void)[]): void {
  // The value of a field and the `nodeValue` of a text; booleans, save where `false` is a text as in aria-* and data-*.
  const isProperty = name.endsWith('alue') || (typeof value === 'boolean' && name[4] !== '-');
  // Visitors change values, and the page says which one is there.
  const old = isProperty ? Reflect.get(drawn, name) : spot.n.p[name];
  if (name === 'children' || old === value) return;
  if (name === 'ref') {
    spot.n.p.ref?.(null);
    refs.push(() => spot.n.p.ref?.(drawn));
  } else if (name.startsWith('on')) {
    if (!old) drawn.addEventListener(name.slice(2).toLowerCase(), spot);
  } else if (isProperty) Reflect.set(drawn, name, value);
  else if (value === undefined || value === null) drawn.removeAttribute?.(name);
  else drawn.setAttribute?.(name, String(value));
}

/** Puts what is drawn in its order and leaves alone what is: a node that is moved loses focus, selection and scroll. */
function place(parent: Node, spots: Spot[], first: ChildNode | null): ChildNode | null {
  let next = first;
  for (const spot of spots) {
    const { d } = spot;
    if (d === undefined) next = place(parent, spot.c, next);
    // What somebody else took away, such as a page's translator, stays where it is.
    else if (!spot.i || d.parentNode === parent) {
      spot.i = true;
      // One that stands before it is foreign, or on its way to another place.
      if (next?.nextSibling === d) next = d;
      if (next === d) next = d.nextSibling;
      else parent.insertBefore(d, next);
    }
  }
  return next;
}

function remove(spot: Spot, isInside = false): void {
  if (spot.d) spot.n.p.ref?.(null);
  for (const child of spot.c) remove(child, isInside || spot.d !== undefined);
  if (!isInside) spot.d?.remove();
}
