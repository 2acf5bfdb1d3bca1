import { describe, expect, it } from 'vitest';
import { parseInline } from '../../../src/widget/ui/markdown/parse-inline.ts';
import { parseMarkdown } from '../../../src/widget/ui/markdown/parse-markdown.ts';

const text = (value: string) => ({ type: 'text', text: value });

describe('formatting', () => {
  it('reads bold, italics, code, links and line breaks', () => {
    expect(parseInline('a **b *c* d** _e_ `f*g*`\n[h](https://i.example)')).toEqual([
      text('a '),
      { type: 'strong', content: [text('b '), { type: 'emphasis', content: [text('c')] }, text(' d')] },
      text(' '),
      { type: 'emphasis', content: [text('e')] },
      text(' '),
      { type: 'code', text: 'f*g*' },
      { type: 'break' },
      { type: 'link', address: 'https://i.example', content: [text('h')] },
    ]);
  });

  it('does not nest links', () => {
    expect(parseInline('[ada@example.com](mailto:ada@example.com)')).toEqual([
      { type: 'link', address: 'mailto:ada@example.com', content: [text('ada@example.com')] },
    ]);
  });

  it('finds bare URLs, without the full stop after them', () => {
    expect(parseInline('See https://example.com/a. Or (https://example.com/b), or ada@example.com!')).toEqual([
      text('See '),
      { type: 'link', address: 'https://example.com/a', content: [text('https://example.com/a')] },
      text('. Or ('),
      { type: 'link', address: 'https://example.com/b', content: [text('https://example.com/b')] },
      text('), or '),
      { type: 'link', address: 'mailto:ada@example.com', content: [text('ada@example.com')] },
      text('!'),
    ]);
  });

  it.each(['2 * 3 * 4', 'snake_case_name', 'a ** b', '[no link]', '5 > 3 < 7', '`', '**', '# no heading'])(
    'leaves %j as it is',
    (plain) => {
      expect(parseInline(plain)).toEqual([text(plain)]);
    },
  );

  it('turns lines with list markers into lists, and other lines into paragraphs', () => {
    const blocks = parseMarkdown('Two slots:\n- one\n- two\n\n3. three\n4. four\nEnd');
    expect(blocks.map((block) => block.type)).toEqual(['paragraph', 'list', 'list', 'paragraph']);
    expect(blocks[1]).toMatchObject({
      isOrdered: false,
      items: [{ content: [text('one')] }, { content: [text('two')] }],
    });
    expect(blocks[2]).toMatchObject({ isOrdered: true, first: 3 });
  });

  it('keeps fenced code unchanged, and an unclosed fence as text', () => {
    expect(parseMarkdown('```js\n**a**\n```')).toEqual([{ type: 'code', text: '**a**' }]);
    expect(parseMarkdown('```\nopen')).toEqual([
      { type: 'paragraph', content: [text('```'), { type: 'break' }, text('open')] },
    ]);
  });

  it('reads 100,000 characters of the worst kind in a blink', () => {
    const units = [
      '*',
      '**',
      '_',
      '`',
      '[',
      '](',
      '[a](',
      'https://',
      '.',
      'a@',
      'a.',
      '```\n',
      '- ',
      '\n',
      '**a*',
      '(',
      '"',
    ];
    for (const unit of units) {
      const worst = unit.repeat(100_000 / unit.length);
      const times = [1, 2, 3].map(() => {
        const begin = performance.now();
        parseMarkdown(worst);
        return performance.now() - begin;
      });
      // The fastest, because other work on the machine only adds time.
      expect(Math.min(...times), JSON.stringify(unit)).toBeLessThan(200);
    }
  });
});
