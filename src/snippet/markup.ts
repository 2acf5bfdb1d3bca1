/** Attributes by name. Strings are written unchanged, everything else as JSON. */
export type Attributes = Record<string, unknown>;

/** `<script src="…" data-lead-form="off" async></script>` */
export function scriptTag(src: string, attributes: Attributes): string {
  const text = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `<script ${[`src="${escaped(src)}"`, ...text, 'async'].join(' ')}></script>`;
}

/** Options as `data-*` attributes of a tag. */
export function dataAttributes(options: Record<string, unknown>): Attributes {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [`data-${kebabCase(name)}`, value]));
}

export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** JSON for a script element. It escapes `<`, so the content cannot close the element. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escaped(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
