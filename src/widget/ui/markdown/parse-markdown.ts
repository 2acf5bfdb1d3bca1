import type { SyntaxNode } from '@lezer/common';
import { cutText } from '../../../protocol/cut-text.ts';
import { markdownParser } from './markdown-parser.ts';
import { childrenOf, type Inline, inlinesOf, linkEmails, plainLines } from './parse-inline.ts';

export type { Inline } from './parse-inline.ts';

/** A button of the agent. */
export type Button = Extract<Inline, { type: 'button' }>;

export type Block =
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'code'; text: string }
  /** Lines, or items of a list, that consist of buttons. */
  | { type: 'buttons'; buttons: Button[] }
  /** `first`: the number of the first item of an ordered list. */
  | { type: 'list'; isOrdered: boolean; first: number; items: Block[][] };

/** Text after this many characters is shown without formatting, which limits the cost of any message. */
const maxLength = 8000;

/** Parses an agent's message: CommonMark as far as it makes sense in a chat, and addresses that stand by themselves. */
export function parseMarkdown(text: string): Block[] {
  const source = formattedPart(text);
  const blocks = blocksOf(parseTree(source), source);
  const rest = text.slice(source.length);
  return rest.trim() === '' ? blocks : [...blocks, { type: 'paragraph', content: plainLines(rest) }];
}

/** The part of a text that is formatted. It ends with a word, so that no address is cut. */
export function formattedPart(text: string): string {
  const head = cutText(text, maxLength);
  if (head === text) return text;
  // A longer word is no address.
  const lastWord = /\s\S*$/.exec(head.slice(-2000));
  return lastWord === null ? head : head.slice(0, head.length - lastWord[0].length + 1);
}

export function parseTree(source: string): SyntaxNode {
  // A bullet that people paste. It has the length of the mark that CommonMark knows.
  return markdownParser.parse(source.replace(/^( *)•(?= )/gm, '$1*')).topNode;
}

function blocksOf(parent: SyntaxNode, source: string): Block[] {
  const blocks: Block[] = [];
  for (const node of childrenOf(parent)) {
    if (node.name === 'ListMark') continue;
    for (const block of blocksOfNode(node, source)) addBlock(blocks, block);
  }
  return blocks;
}

function blocksOfNode(node: SyntaxNode, source: string): Block[] {
  switch (node.name) {
    case 'Paragraph':
      return paragraphs(linkEmails(inlinesOf(node, source)));
    case 'FencedCode': {
      const parts = childrenOf(node).filter(({ name }) => name === 'CodeText');
      return [{ type: 'code', text: parts.map(({ from, to }) => source.slice(from, to)).join('') }];
    }
    case 'BulletList':
    case 'OrderedList':
      return lists(node, source);
    default:
      return [{ type: 'paragraph', content: plainLines(source.slice(node.from, node.to)) }];
  }
}

/** Adds buttons to those before them. */
function addBlock(blocks: Block[], block: Block): void {
  const last = blocks.at(-1);
  if (block.type === 'buttons' && last?.type === 'buttons') last.buttons.push(...block.buttons);
  else blocks.push(block);
}

/** The paragraphs of one in the source: lines of buttons stand by themselves. */
function paragraphs(content: readonly Inline[]): Block[] {
  const blocks: Block[] = [];
  for (const line of linesOf(content)) {
    const buttons = findButtons(line);
    const last = blocks.at(-1);
    if (buttons.length > 0) addBlock(blocks, { type: 'buttons', buttons });
    else if (last?.type === 'paragraph') last.content.push({ type: 'break' }, ...line);
    else blocks.push({ type: 'paragraph', content: line });
  }
  return blocks;
}

function linesOf(content: readonly Inline[]): Inline[][] {
  const lines: Inline[][] = [[]];
  for (const inline of content) {
    if (inline.type === 'break') lines.push([]);
    else lines.at(-1)?.push(inline);
  }
  return lines;
}

/** Returns the buttons of a line that contains nothing else, apart from what separates them and makes them bold. */
function findButtons(line: readonly Inline[]): Button[] {
  const buttons: Button[] = [];
  for (const inline of line.flatMap(withoutEmphasis)) {
    if (inline.type === 'button') buttons.push(inline);
    else if (inline.type !== 'text' || !/^[\s|·•,;/]*$/.test(inline.text)) return [];
  }
  return buttons;
}

function withoutEmphasis(inline: Inline): readonly Inline[] {
  return inline.type === 'strong' || inline.type === 'emphasis' ? inline.content : [inline];
}

/** The lists of one in the source: items that are buttons stand by themselves. */
function lists(node: SyntaxNode, source: string): Block[] {
  const blocks: Block[] = [];
  const items = childrenOf(node);
  // A dash or a number by itself is text.
  if (items.every(({ firstChild }) => firstChild?.nextSibling == null)) {
    return [{ type: 'paragraph', content: plainLines(source.slice(node.from, node.to)) }];
  }
  for (const item of items) {
    const content = blocksOf(item, source);
    const last = blocks.at(-1);
    if (content[0]?.type === 'buttons' && content.length === 1) addBlock(blocks, content[0]);
    else if (last?.type === 'list') last.items.push(content);
    else {
      const first = Number.parseInt(source.slice(item.from, item.to), 10);
      blocks.push({ type: 'list', isOrdered: node.name === 'OrderedList', first, items: [content] });
    }
  }
  return blocks;
}
