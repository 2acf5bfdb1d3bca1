import type { SyntaxNode } from '@lezer/common';
import { type AgentAction, parseAgentAction } from '../agent-buttons/agent-action.ts';
import { type FoundEmail, findEmails } from './find-addresses.ts';
import { unescapeAddress } from './link-destination.ts';
import { linkClose } from './markdown-parser.ts';

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | { type: 'code'; text: string }
  | { type: 'strong'; content: Inline[] }
  | { type: 'emphasis'; content: Inline[] }
  | { type: 'link'; address: string; content: Inline[] }
  /** `content`: what a reader without the picture reads. */
  | { type: 'image'; address: string; content: Inline[] }
  | { type: 'button'; action: AgentAction; content: Inline[] };

/** Marks that are nested deeper than this stay plain text. */
const maxDepth = 20;

/** The inlines of a node's children, and of the text between them. */
export function inlinesOf(node: SyntaxNode, source: string, depth = 0): Inline[] {
  const inlines: Inline[] = [];
  let at = node.from;
  for (const child of childrenOf(node)) {
    inlines.push(...plainLines(source.slice(at, child.from)), ...inlinesOfNode(child, source, depth + 1));
    at = child.to;
  }
  inlines.push(...plainLines(source.slice(at, node.to)));
  return joinTexts(inlines);
}

/** Every line break counts, as in a chat. The spaces around one do not, nor a backslash before it. */
export function plainLines(text: string): Inline[] {
  const lines = text.split(/\\?\n/);
  return lines.flatMap((line, index) => {
    const start = index === 0 ? line : line.replace(/^[ \t]+/, '');
    const words = index === lines.length - 1 ? start : start.trimEnd();
    return [...(index === 0 ? [] : [{ type: 'break' } as const]), ...asText(words)];
  });
}

function asText(text: string): Inline[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function inlinesOfNode(node: SyntaxNode, source: string, depth: number): Inline[] {
  const raw = source.slice(node.from, node.to);
  if (depth > maxDepth) return plainLines(raw);
  switch (node.name) {
    case 'EmphasisMark':
    case 'LinkMark':
    case linkClose:
      return [];
    case 'Emphasis':
      return [{ type: 'emphasis', content: inlinesOf(node, source, depth) }];
    case 'StrongEmphasis':
      return [{ type: 'strong', content: inlinesOf(node, source, depth) }];
    case 'InlineCode':
      return [{ type: 'code', text: codeOf(raw) }];
    case 'Escape':
      return asText(raw.slice(1));
    case 'Link':
    case 'Image':
      return [linkOf(node, source, depth)];
    case 'URL':
      return [{ type: 'link', address: raw, content: asText(raw) }];
    case 'Autolink': {
      const written = raw.slice(1, -1);
      const address = /^[a-z][a-z\d+.-]*:/i.test(written) ? written : `mailto:${written}`;
      return [{ type: 'link', address, content: asText(written) }];
    }
    case 'Brackets':
      return inlinesOf(node, source, depth);
    default:
      return plainLines(raw);
  }
}

/** The text between two runs of backticks. A space at both ends makes room for a backtick in the code. */
function codeOf(raw: string): string {
  const text = raw.replace(/^`+|`+$/g, '').replaceAll('\n', ' ');
  return /^ .*[^ ].* $|^ [^ ] $/.test(text) ? text.slice(1, -1) : text;
}

function linkOf(node: SyntaxNode, source: string, depth: number): Inline {
  const url = node.lastChild?.firstChild;
  const address = unescapeAddress(url == null ? '' : source.slice(url.from, url.to));
  // Links cannot be nested, so an address among the words stays text.
  const words = inlinesOf(node, source, depth).flatMap(withoutLink);
  const action = visibleText(words).trim() === '' ? undefined : parseAgentAction(address);
  if (action !== undefined) return { type: 'button', action, content: words };
  const type = node.name === 'Image' ? 'image' : 'link';
  return { type, address, content: words.length > 0 ? words : asText(address) };
}

function withoutLink(inline: Inline): readonly Inline[] {
  switch (inline.type) {
    case 'link':
    case 'image':
    case 'button':
      return inline.content;
    case 'strong':
    case 'emphasis':
      return [{ ...inline, content: inline.content.flatMap(withoutLink) }];
    default:
      return [inline];
  }
}

/** What a visitor reads. */
export function visibleText(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if (inline.type === 'break') return '\n';
      return 'text' in inline ? inline.text : visibleText(inline.content);
    })
    .join('');
}

/**
 * Makes links of email addresses. What counts is the text that the visitor reads: an address that is partly bold, or that follows a
 * bold word, is not the one that the plain part of it spells.
 */
export function linkEmails(content: Inline[]): Inline[] {
  const emails = findEmails(visibleText(content));
  if (emails.length === 0) return content;
  let position = 0;
  const link = (inlines: readonly Inline[]): Inline[] =>
    inlines.flatMap((inline) => {
      if (inline.type === 'strong' || inline.type === 'emphasis') return [{ ...inline, content: link(inline.content) }];
      const start = position;
      position += visibleText([inline]).length;
      return inline.type === 'text' ? splitText(inline.text, start, emails) : [inline];
    });
  return link(content);
}

function splitText(text: string, start: number, emails: readonly FoundEmail[]): Inline[] {
  const inlines: Inline[] = [];
  let at = 0;
  for (const email of emails) {
    const [from, to] = [email.start - start, email.end - start];
    if (from < at || to > text.length) continue;
    inlines.push(...asText(text.slice(at, from)));
    inlines.push({ type: 'link', address: email.address, content: asText(text.slice(from, to)) });
    at = to;
  }
  return [...inlines, ...asText(text.slice(at))];
}

function joinTexts(inlines: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const inline of inlines) {
    const last = joined.at(-1);
    if (inline.type === 'text' && last?.type === 'text') last.text += inline.text;
    else joined.push(inline);
  }
  return joined;
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}
