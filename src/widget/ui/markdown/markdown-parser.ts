import { type BlockParser, InlineContext, type InlineParser, parser } from '@lezer/markdown';
import { bareUrlEnd } from './find-addresses.ts';
import { readDestination } from './link-destination.ts';

/** Markup that these add to CommonMark's own. */
const brackets = 'Brackets';
export const linkClose = 'LinkClose';

/** Where the last link of a paragraph begins. */
const lastLinks = new WeakMap<InlineContext, number>();

/** `[` and `]` around a link, a button or a picture. What is no link stays text, brackets included. */
const linkEnd: InlineParser = {
  name: 'LinkEnd',
  parse(cx, next, pos) {
    if (next !== charCode(']')) return -1;
    const [image, link] = [InlineContext.imageStart, InlineContext.linkStart].map((type) =>
      cx.findOpeningDelimiter(type),
    );
    const index = Math.max(image ?? -1, link ?? -1);
    const opening = index === -1 ? null : cx.getDelimiterAt(index);
    if (opening === null) return -1;
    const { from, to } = opening;
    const isImage = index === image;
    const content = cx.takeContent(index);
    // Links contain no links: the inner one wins.
    const containsLink = !isImage && (lastLinks.get(cx) ?? -1) > from;
    const destination = containsLink ? undefined : readDestination(cx.text, pos + 1 - cx.offset);
    if (destination === undefined) return cx.addElement(cx.elt(brackets, from, pos + 1, content));
    if (!isImage) lastLinks.set(cx, from);
    const end = destination.end + cx.offset;
    const url = cx.elt('URL', destination.from + cx.offset, destination.to + cx.offset);
    const open = cx.elt('LinkMark', from, to);
    const close = cx.elt(linkClose, pos, end, [url]);
    return cx.addElement(cx.elt(isImage ? 'Image' : 'Link', from, end, [open, ...content, close]));
  },
};

/**
 * `*` and `_`, by CommonMark's rules, except that a mark between a letter of a script without spaces and a punctuation mark opens and
 * closes: CommonMark would show the asterisks of `**注意：**请看`.
 */
const emphasis: InlineParser = {
  name: 'Emphasis',
  parse(cx, next, pos) {
    if (next !== charCode('*') && next !== charCode('_')) return -1;
    let end = pos + 1;
    while (cx.char(end) === next) end += 1;
    const before = neighbour(cx.slice(Math.max(cx.offset, pos - 2), pos).match(/.$/su)?.[0]);
    const after = neighbour(cx.slice(end, Math.min(cx.end, end + 2)).match(/^./su)?.[0]);
    const isLeft =
      !after.isSpace && (!after.isPunctuation || before.isSpace || before.isPunctuation || before.isUnspaced);
    const isRight =
      !before.isSpace && (!before.isPunctuation || after.isSpace || after.isPunctuation || after.isUnspaced);
    if (next === charCode('*')) return cx.addDelimiter(InlineContext.emphasisAsterisk, pos, end, isLeft, isRight);
    const opens = isLeft && (!isRight || before.isPunctuation);
    const closes = isRight && (!isLeft || after.isPunctuation);
    return cx.addDelimiter(InlineContext.emphasisUnderscore, pos, end, opens, closes);
  },
};

function neighbour(character = ' ') {
  return {
    isSpace: /\s/.test(character),
    isPunctuation: /[\p{P}\p{S}]/u.test(character),
    isUnspaced: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(
      character,
    ),
  };
}

/** An address that stands in the text by itself, before its `_` and `*` count as marks. */
const bareUrl: InlineParser = {
  name: 'BareUrl',
  before: 'Escape',
  parse(cx, next, pos) {
    if (next !== charCode('h') && next !== charCode('H')) return -1;
    const start = pos - cx.offset;
    const end = bareUrlEnd(cx.text, start);
    return end === undefined ? -1 : cx.addElement(cx.elt('URL', pos, end + cx.offset));
  },
};

/**
 * In a chat, a line that is not indented ends a list, and each numbered line continues one. CommonMark would add the first to
 * the item above it, and a list that does not begin with 1 to the paragraph.
 */
const chatLines: BlockParser = {
  name: 'ChatLines',
  endLeaf: (cx, line) =>
    (cx.depth > 1 && line.baseIndent === 0) || /^\d{1,9}[.)] +\S/.test(line.text.slice(line.pos, line.pos + 40)),
};

/** What is nested deeper is text, which limits the cost of a line like `- - - -`. */
const maxListDepth = 10;

const deepLine: BlockParser = {
  name: 'DeepLine',
  before: 'BulletList',
  parse(cx, line) {
    // A list and its item count as two.
    if (cx.depth <= 2 * maxListDepth) return false;
    cx.addElement(cx.elt('Paragraph', cx.lineStart + line.pos, cx.lineStart + line.text.length));
    cx.nextLine();
    return true;
  },
};

/**
 * CommonMark without what agents do not mean in a chat: `# 5` and `> 5` are text, and entities and HTML stay as they are written.
 * `HardBreak` looks at the rest of a run of spaces from each of them, and every line break counts without it.
 */
export const markdownParser = parser.configure({
  defineNodes: [brackets, linkClose],
  parseBlock: [chatLines, deepLine],
  parseInline: [linkEnd, emphasis, bareUrl],
  remove: [
    'ATXHeading',
    'SetextHeading',
    'Blockquote',
    'HTMLBlock',
    'IndentedCode',
    'LinkReference',
    'Entity',
    'HardBreak',
  ],
});

function charCode(character: string): number {
  return character.charCodeAt(0);
}
