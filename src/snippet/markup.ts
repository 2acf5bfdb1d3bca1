/** Attributes by name. Strings are written unchanged, everything else as JSON. */
export type Attributes = Record<string, unknown>;

/** `<script src="…" data-lead-form="off" async></script>` */
export function scriptTag(src: string, attributes: Attributes): string {
  const text = Object.entries({ src, ...attributes }).map(([name, value]) => attribute(name, value));
  return `<script ${[...text, 'async'].join(' ')}></script>`;
}

/** `data-title="Ask us"`. A text with many double quotes, such as JSON, gets single quotes, so that it stays readable. */
export function attribute(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const quote = text.split('"').length > text.split("'").length ? "'" : '"';
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    // Browsers turn a carriage return in a page into a line feed.
    .replaceAll('\r', '&#13;')
    .replaceAll(quote, quote === '"' ? '&quot;' : '&#39;');
  return `${name}=${quote}${escaped}${quote}`;
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

/** A text between tags, or in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
