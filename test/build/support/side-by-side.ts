import * as preact from 'preact';
import { jsx } from 'preact/jsx-runtime';
import * as small from '../../../build/small-preact.ts';

/** A tree as data, from which either library makes its own nodes. */
export type Tree = string | number | boolean | null | undefined | readonly Tree[] | TreeNode;
export type TreeNode = {
  /** The name of an element, or of one of the components below. */
  type: string;
  key?: string | number | undefined;
  attributes?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Has a handler, which writes its tag into the log. */
  onClick?: string | undefined;
  /** Has the callback ref of this name, which writes into the log what it is given. */
  ref?: string | undefined;
  children?: readonly Tree[];
};

/** What both have, as loosely as both can be called. */
type Library = {
  jsx(type: unknown, props: object, key?: string | number): unknown;
  Fragment: unknown;
  render(node: unknown, container: Element): void;
};
const libraries: Record<'preact' | 'small', Library> = { preact: { ...preact, jsx }, small };

/** One library with a container of its own. */
export function createSide(name: keyof typeof libraries) {
  const library = libraries[name];
  const container = document.createElement('div');
  document.body.append(container);
  const log: string[] = [];
  const refs = new Map<string, (element: Element | null) => void>();
  const numbers = new WeakMap<Node, number>();
  let known = 0;
  const framed = (props: { children: unknown }) => library.jsx('section', { children: props.children });
  const components = new Map<string, unknown>([
    ['Fragment', library.Fragment],
    ['Framed', framed],
    ['Bare', (props: { children: unknown }) => props.children],
    [
      'Several',
      (props: { children: unknown }) =>
        library.jsx(library.Fragment, { children: [library.jsx('i', {}), props.children, 'end'] }),
    ],
    ['Empty', () => null],
    [
      'Broken',
      () => {
        throw new Error('broken');
      },
    ],
  ]);

  function nodeOf(tree: Tree): unknown {
    if (isList(tree)) return tree.map(nodeOf);
    if (typeof tree !== 'object' || tree === null) return tree;
    const { type, key, attributes, onClick, ref, children } = tree;
    const props = {
      ...attributes,
      ...(onClick !== undefined && { onClick: () => log.push(`click ${onClick}`) }),
      ...(ref !== undefined && { ref: refOf(ref) }),
      ...(children !== undefined && { children: children.length === 1 ? nodeOf(children[0]) : children.map(nodeOf) }),
    };
    return library.jsx(components.get(type) ?? type, props, key);
  }

  function refOf(ref: string) {
    const known = refs.get(ref);
    if (known !== undefined) return known;
    const made = (element: Element | null) => void log.push(`${ref} is ${element?.tagName}`);
    refs.set(ref, made);
    return made;
  }

  return {
    container,
    nodeOf,
    jsx: library.jsx,
    draw: (tree: Tree) => library.render(nodeOf(tree), container),
    drawNode: (node: unknown) => library.render(node, container),
    /** What handlers and refs wrote since the last call. */
    told: () => log.splice(0).sort(),
    click() {
      for (const element of container.querySelectorAll('*'))
        element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    },
    /** Who is who among the nodes, in their order: each has the number it got when it was first seen. */
    identities: (isAsked: (node: Node) => boolean = () => true) =>
      allIn(container)
        .filter(isAsked)
        .map((node) => {
          const number = numbers.get(node) ?? known++;
          numbers.set(node, number);
          return number;
        }),
    end() {
      library.render(null, container);
      container.remove();
    },
  };
}

/** What the page shows: elements with their attributes and what visitors can change, and texts. */
export function shown(node: Node): unknown {
  const children = [...node.childNodes].map(shown);
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return null;
  // Preact leaves some of the attributes that it takes away as empty ones.
  const attributes = [...node.attributes]
    .map(({ name, value }) => `${name}=${value}`)
    .filter((one) => !one.endsWith('='));
  const { value, checked, disabled } = Object(node);
  return {
    name: node.tagName,
    space: node.namespaceURI,
    attributes: attributes.sort(),
    value,
    checked,
    disabled,
    children,
  };
}

function allIn(node: Node): Node[] {
  return [...node.childNodes].flatMap((child) => [child, ...allIn(child)]);
}

function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}
