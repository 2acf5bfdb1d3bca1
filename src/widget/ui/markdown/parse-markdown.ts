import { type Inline, parseInline } from './parse-inline.ts';

export type { Inline } from './parse-inline.ts';

/** A button of the agent. */
export type Button = Extract<Inline, { type: 'button' }>;

export type Block =
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'code'; text: string }
  /** Lines, or items of a list, that consist of buttons. */
  | { type: 'buttons'; buttons: Button[] }
  /** `first`: the number of the first item of an ordered list. */
  | { type: 'list'; isOrdered: boolean; first: number; items: ListItem[] };

type ListItem = {
  /** Index of the item's line in the text. */
  line: number;
  content: Inline[];
};

/** Text after this many characters is shown without formatting, which limits the cost of any message. */
const maxLength = 8000;

/**
 * Parses the Markdown that people use in chats: paragraphs, lists, fenced and inline code, bold, italics, links, bare
 * addresses. Everything else is plain text.
 */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ type: 'paragraph', content: parseInline(paragraph.join('\n')) });
    paragraph = [];
  };
  const lines = text.slice(0, maxLength).split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const fenceEnd = line.startsWith('```') ? lines.findIndex((end, at) => at > index && end.startsWith('```')) : -1;
    if (fenceEnd !== -1) {
      endParagraph();
      blocks.push({ type: 'code', text: lines.slice(index + 1, fenceEnd).join('\n') });
      index = fenceEnd;
      continue;
    }
    const marker = parseListMarker(line);
    const buttons = findButtons(marker?.text ?? line);
    if (buttons.length > 0) {
      endParagraph();
      addButtons(blocks, buttons);
    } else if (marker !== undefined) {
      endParagraph();
      addItem(blocks, marker, index);
    } else if (line.trim() === '') {
      endParagraph();
    } else {
      paragraph.push(line);
    }
  }
  endParagraph();
  if (text.length > maxLength)
    blocks.push({ type: 'paragraph', content: [{ type: 'text', text: text.slice(maxLength) }] });
  return blocks;
}

type ListMarker = { isOrdered: boolean; number: number; text: string };

function parseListMarker(line: string): ListMarker | undefined {
  const bullet = /^ {0,3}[-*•] +(\S.*)$/.exec(line);
  if (bullet !== null) return { isOrdered: false, number: 1, text: bullet[1] ?? '' };
  const number = /^ {0,3}(\d{1,3})[.)] +(\S.*)$/.exec(line);
  return number === null ? undefined : { isOrdered: true, number: Number(number[1]), text: number[2] ?? '' };
}

/** Adds an item to the list that ends on the previous line, or starts a list. */
function addItem(blocks: Block[], { isOrdered, number, text }: ListMarker, line: number): void {
  const last = blocks.at(-1);
  const item = { line, content: parseInline(text) };
  if (last?.type === 'list' && last.isOrdered === isOrdered && last.items.at(-1)?.line === line - 1)
    last.items.push(item);
  else blocks.push({ type: 'list', isOrdered, first: number, items: [item] });
}

/** Returns the buttons of a line that contains nothing else, apart from what separates them and makes them bold. */
function findButtons(line: string): Button[] {
  if (!/\]\(leadchat:/i.test(line)) return [];
  const buttons: Button[] = [];
  for (const inline of parseInline(line).flatMap(withoutEmphasis)) {
    if (inline.type === 'button') buttons.push(inline);
    else if (inline.type !== 'text' || !/^[\s|·•,;/]*$/.test(inline.text)) return [];
  }
  return buttons;
}

function withoutEmphasis(inline: Inline): Inline[] {
  return inline.type === 'strong' || inline.type === 'emphasis' ? inline.content : [inline];
}

/** Adds buttons to those before them, or starts a group. */
function addButtons(blocks: Block[], buttons: Button[]): void {
  const last = blocks.at(-1);
  if (last?.type === 'buttons') last.buttons.push(...buttons);
  else blocks.push({ type: 'buttons', buttons });
}
