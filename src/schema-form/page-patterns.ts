import type { Json } from './json-schema.ts';

/** How people say on which pages something is. `all` is for triggers only. */
export const pageKinds = {
  all: 'every page',
  begins: 'pages that begin with',
  is: 'the page',
  contains: 'pages whose address contains',
  ends: 'pages whose address ends with',
} as const;
export type PageKind = keyof typeof pageKinds;
/** A pattern of `pages` or of a trigger. Its text may contain `*`, which stands for anything. */
export type PagePattern = { kind: PageKind; text: string };

export function isPageKind(name: string): name is PageKind {
  return Object.hasOwn(pageKinds, name);
}

export function readPattern(pattern: Json | undefined): PagePattern {
  const text = textOf(pattern);
  if (text.replaceAll('*', '') === '') return { kind: 'all', text: '' };
  const inner = text.replace(/^\^|\$$/g, '');
  if (text.startsWith('^')) return { kind: text.endsWith('$') ? 'is' : 'begins', text: inner };
  return { kind: text.endsWith('$') ? 'ends' : 'contains', text: inner };
}

/** Undefined: every page. A pasted address of a page is its path. */
export function writePattern({ kind, text }: PagePattern): string | undefined {
  if (kind === 'all') return undefined;
  if (text === '') return '';
  if (kind === 'contains') return text;
  if (kind === 'ends') return `${text}$`;
  const path = pathOf(text);
  return kind === 'is' ? `^${path}$` : `^${path}`;
}

/** "pages that begin with /prices", "every page". */
export function pagesInWords(pattern: Json | undefined): string {
  const { kind, text } = readPattern(pattern);
  if (kind === 'is' && text === '/') return 'the home page';
  // What may follow is anything already.
  const shown = kind === 'begins' || kind === 'contains' ? text.replace(/\*+$/, '') : text;
  return shown === '' ? pageKinds[kind] : `${pageKinds[kind]} ${shown}`;
}

/** Whether a pattern fits every address that another one fits. */
export function coversPages(wide: Json | undefined, narrow: Json | undefined): boolean {
  const [parts, text] = [textOf(wide).split('*'), textOf(narrow)];
  // What follows the path in an address is not part of a pattern that begins with the path.
  const endsBeyondPath = textOf(wide).endsWith('$') && !textOf(wide).startsWith('^/') && text.startsWith('^/');
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at !== -1 && (part === '' || !endsBeyondPath);
  });
}

/** Whether an address may fit both patterns. */
export function mayShareAddresses(one: Json | undefined, other: Json | undefined): boolean {
  const [start, otherStart] = [startOf(one), startOf(other)];
  return start.startsWith(otherStart) || otherStart.startsWith(start);
}

/** What an address that fits begins with. */
function startOf(pattern: Json | undefined): string {
  return /^\^([^*$]*)/.exec(textOf(pattern))?.[1] ?? '';
}

function textOf(pattern: Json | undefined): string {
  return typeof pattern === 'string' ? pattern : '';
}

function pathOf(text: string): string {
  const address = URL.parse(text);
  if (address !== null && /^https?:$/.test(address.protocol) && address.host !== '') return address.pathname;
  return text.startsWith('/') ? text : `/${text}`;
}
