/** A value of an attribute: text as it is, everything else as JSON. */
export type Attributes = Record<string, unknown>;

/** `<script src="…" data-lead-form="off" async></script>` */
export function scriptTag(src: string, attributes: Attributes): string {
  const text = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `<script ${[`src="${escaped(src)}"`, ...text, 'async'].join(' ')}></script>`;
}

/** The names under which options stand on a tag. */
export function dataAttributes(options: Record<string, unknown>): Attributes {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [`data-${kebabCase(name)}`, value]));
}

export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** For a script element: no `<` is left, so nothing in it can end the element. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escaped(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
