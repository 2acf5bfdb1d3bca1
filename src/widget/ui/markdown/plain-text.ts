import { visibleText } from './parse-inline.ts';
import { type Block, formattedPart, parseMarkdown, parseTree } from './parse-markdown.ts';

/** An agent's message as a reader sees it, without its marks and addresses. */
export function plainText(text: string): string {
  return parseMarkdown(text).map(plainBlock).join('\n');
}

function plainBlock(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return visibleText(block.content);
    case 'code':
      return block.text;
    case 'buttons':
      return block.buttons.map(({ content }) => visibleText(content)).join(' ');
    case 'list':
      return block.items
        .map((item, index) => `${block.isOrdered ? `${block.first + index}.` : '•'} ${item.map(plainBlock).join('\n')}`)
        .join('\n');
    default:
      return block satisfies never;
  }
}

/** Replaces the buttons of an agent's message by their words. The rest stays as it is written. */
export function withButtonWords(text: string): string {
  return replaceButtons(text, (words) => words);
}

/** What the agent says beside the buttons. */
export function withoutButtons(text: string): string {
  return replaceButtons(text, () => '');
}

function replaceButtons(text: string, replacement: (words: string) => string): string {
  const source = formattedPart(text);
  let result = '';
  let at = 0;
  parseTree(source)
    .cursor()
    .iterate(({ name, from, to, node }) => {
      const [open, close] = [node.firstChild, node.lastChild];
      if (name !== 'Link' || !/^\]\(\s*<?leadchat:/i.test(source.slice(close?.from, close?.to))) return;
      result += source.slice(at, from) + replacement(source.slice(open?.to, close?.from));
      at = to;
      return false;
    });
  return result + text.slice(at);
}
