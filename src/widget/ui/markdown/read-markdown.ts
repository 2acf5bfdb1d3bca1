import { type Inline, readInline } from './read-inline.ts';

export type { Inline } from './read-inline.ts';

export type Block =
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'list'; ordered: boolean; first: number; items: { start: number; content: Inline[] }[] };

/** Longer texts are shown, but not formatted beyond this: the price stays small whatever comes. */
const maxLength = 8000;

/**
 * Reads the formatting that people write in chats: paragraphs, lists, fenced and inline code, bold, italics, links, bare
 * addresses. One pass, line by line; whatever is no formatting is text.
 */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ type: 'paragraph', content: readInline(lines.join('\n')) });
    lines = [];
  };
  const source = text.slice(0, maxLength).split('\n');
  for (let index = 0; index < source.length; index += 1) {
    const line = source[index] ?? '';
    if (line.startsWith('```')) {
      const end = source.findIndex((other, at) => at > index && other.startsWith('```'));
      if (end > index) {
        endParagraph();
        blocks.push({ type: 'code', text: source.slice(index + 1, end).join('\n') });
        index = end;
        continue;
      }
    }
    const item = readItem(line);
    if (item !== undefined) {
      endParagraph();
      addItem(blocks, { ...item, start: index });
    } else if (line.trim() === '') {
      endParagraph();
    } else {
      lines.push(line);
    }
  }
  endParagraph();
  if (text.length > maxLength)
    blocks.push({ type: 'paragraph', content: [{ type: 'text', text: text.slice(maxLength) }] });
  return blocks;
}

type Item = { ordered: boolean; number: number; text: string };

function readItem(line: string): Item | undefined {
  const bullet = /^ {0,3}[-*•] +(\S.*)$/.exec(line);
  if (bullet !== null) return { ordered: false, number: 1, text: bullet[1] ?? '' };
  const number = /^ {0,3}(\d{1,3})[.)] +(\S.*)$/.exec(line);
  return number === null ? undefined : { ordered: true, number: Number(number[1]), text: number[2] ?? '' };
}

/** Items that follow each other are one list. */
function addItem(blocks: Block[], { ordered, number, text, start }: Item & { start: number }): void {
  const last = blocks.at(-1);
  const item = { start, content: readInline(text) };
  if (last?.type === 'list' && last.ordered === ordered && last.items.at(-1)?.start === start - 1)
    last.items.push(item);
  else blocks.push({ type: 'list', ordered, first: number, items: [item] });
}
