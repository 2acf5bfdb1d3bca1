import { describe, expect, it } from 'vitest';
import { type Block, type Inline, parseMarkdown } from '../../../src/widget/ui/markdown/parse-markdown.ts';
import { plainText } from '../../../src/widget/ui/markdown/plain-text.ts';

/** The elements that a message becomes, as short text: `<b>` bold, `<i>` italics, `<a address>`, `<br>`. */
function drawn(message: string): string {
  return parseMarkdown(message).map(drawnBlock).join('');
}

function drawnBlock(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${block.content.map(drawnInline).join('')}</p>`;
    case 'code':
      return `<pre>${block.text}</pre>`;
    case 'buttons':
      return `<buttons>${block.buttons.map(drawnInline).join('')}</buttons>`;
    case 'list': {
      const items = block.items.map((item) =>
        `<li>${item.map(drawnBlock).join('')}</li>`.replace(/^<li><p>(.*?)<\/p>/s, '<li>$1'),
      );
      return block.isOrdered ? `<ol ${block.first}>${items.join('')}</ol>` : `<ul>${items.join('')}</ul>`;
    }
    default:
      return block satisfies never;
  }
}

function drawnInline(inline: Inline): string {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'break':
      return '<br>';
    case 'code':
      return `<code>${inline.text}</code>`;
    case 'strong':
      return `<b>${inline.content.map(drawnInline).join('')}</b>`;
    case 'emphasis':
      return `<i>${inline.content.map(drawnInline).join('')}</i>`;
    case 'link':
      return `<a ${inline.address}>${inline.content.map(drawnInline).join('')}</a>`;
    case 'image':
      return `<img ${inline.address}>${inline.content.map(drawnInline).join('')}</img>`;
    case 'button':
      return `<button ${JSON.stringify(inline.action)}>${inline.content.map(drawnInline).join('')}</button>`;
    default:
      return inline satisfies never;
  }
}

const bare = (address: string) => `<a ${address}>${address}</a>`;
const mail = (address: string) => `<a mailto:${address}>${address}</a>`;

describe('marks', () => {
  it.each([
    ['**bold** and *slanted* and `code`', '<b>bold</b> and <i>slanted</i> and <code>code</code>'],
    ['a **b *c* d** _e_ `f*g*`', 'a <b>b <i>c</i> d</b> <i>e</i> <code>f*g*</code>'],
    ['***both***', '<i><b>both</b></i>'],
    ['***bold* in bold**', '<b><i>bold</i> in bold</b>'],
    ['**bold *and slanted***', '<b>bold <i>and slanted</i></b>'],
    ['*slanted **and bold***', '<i>slanted <b>and bold</b></i>'],
    ['__bold__ and _slanted_', '<b>bold</b> and <i>slanted</i>'],
    ['un*frigging*believable', 'un<i>frigging</i>believable'],
    ['**Price:** 49', '<b>Price:</b> 49'],
    ['**注意：**请看**“价格”**。', '<b>注意：</b>请看<b>“价格”</b>。'],
    ['\\*not slanted\\*, \\_nor this\\_, \\`nor code\\`', '*not slanted*, _nor this_, `nor code`'],
    ['\\[no link\\](https://example.com/a)', `[no link](${bare('https://example.com/a')})`],
    ['C:\\Users\\ada, and a\\\\b', 'C:\\Users\\ada, and a\\b'],
    ['Price*: 49, shipping*: 5', 'Price*: 49, shipping*: 5'],
    ['* one star', '<ul><li>one star</li></ul>'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['2*3*4', '2<i>3</i>4'],
    ['snake_case_name, __init__.py', 'snake_case_name, <b>init</b>.py'],
    ['a ** b', 'a ** b'],
    ['**open', '**open'],
    ['*a **b* c**', '<i>a <i><i>b</i> c</i></i>'],
    ['``a ` b`` and `` ` ``', '<code>a ` b</code> and <code>`</code>'],
    ['`a\nb`', '<code>a b</code>'],
    ['**`code`**', '<b><code>code</code></b>'],
    ['`', '`'],
    ['**', '**'],
    ['5 > 3 < 7 & 8', '5 > 3 < 7 & 8'],
    ['&lt;b&gt; &amp; &#42;', '&lt;b&gt; &amp; &#42;'],
    ['# no heading', '# no heading'],
    ['> no quotation', '> no quotation'],
    ['<b>*no* markup</b>', '<b><i>no</i> markup</b>'],
  ])('of %j', (message, expected) => {
    expect(drawn(message).replace(/^<p>(.*)<\/p>$/s, '$1')).toBe(expected);
  });

  it.each([
    ['one\ntwo', '<p>one<br>two</p>'],
    ['one  \ntwo\\\nthree', '<p>one<br>two<br>three</p>'],
    ['one\n\ntwo', '<p>one</p><p>two</p>'],
    ['    four spaces', '<p>four spaces</p>'],
    ['one\n---\ntwo', '<p>one</p><p>---</p><p>two</p>'],
  ])('and lines of %j', (message, expected) => {
    expect(drawn(message)).toBe(expected);
  });
});

describe('links', () => {
  it.each([
    ['[h](https://i.example)', '<a https://i.example>h</a>'],
    ['[x](https://example.com/wiki/Bridge_(dentistry))', '<a https://example.com/wiki/Bridge_(dentistry)>x</a>'],
    ['[x](https://example.com/a_(b_(c))_d)', '<a https://example.com/a_(b_(c))_d>x</a>'],
    ['[x](https://example.com/a\\)b)', '<a https://example.com/a)b>x</a>'],
    ['[x](<https://example.com/a b>)', '<a https://example.com/a b>x</a>'],
    ['[x](https://example.com/ "A title")', '<a https://example.com/>x</a>'],
    ["[x](https://example.com/ 'A (title)')", '<a https://example.com/>x</a>'],
    ['[**bold** `code`](https://example.com/)', '<a https://example.com/><b>bold</b> <code>code</code></a>'],
    ['**[x](https://example.com/)**', '<b><a https://example.com/>x</a></b>'],
    ['[[1] x](https://example.com/)', '<a https://example.com/>[1] x</a>'],
    ['[see [1]](https://example.com/)', '<a https://example.com/>see [1]</a>'],
    [
      '[a [b](https://b.example) c](https://a.example)',
      `[a <a https://b.example>b</a> c](${bare('https://a.example')})`,
    ],
    ['[https://a.example](https://b.example)', '<a https://b.example>https://a.example</a>'],
    ['[ada@example.com](mailto:ada@example.com)', '<a mailto:ada@example.com>ada@example.com</a>'],
    ['[](https://example.com/)', bare('https://example.com/')],
    ['![a picture](https://example.com/a.png)', '<img https://example.com/a.png>a picture</img>'],
    [
      '![a *b* picture](<https://example.com/a b.png> "title")',
      '<img https://example.com/a b.png>a <i>b</i> picture</img>',
    ],
    ['![](https://example.com/a.png)', '<img https://example.com/a.png>https://example.com/a.png</img>'],
    ['[![a picture](https://example.com/a.png)](https://example.com/b)', '<a https://example.com/b>a picture</a>'],
    ['<https://example.com/a_b_c>', bare('https://example.com/a_b_c')],
    ['<ada@example.com>', mail('ada@example.com')],
    ['[no link]', '[no link]'],
    ['[no] (link)', '[no] (link)'],
    ['[no](link', '[no](link'],
    ['[no](https://example.com/a b)', `[no](${bare('https://example.com/a')} b)`],
    ['`[no](https://example.com/)`', '<code>[no](https://example.com/)</code>'],
    ['*[a*](https://example.com/)', '*<a https://example.com/>a*</a>'],
  ])('of %j', (message, expected) => {
    expect(drawn(message)).toBe(`<p>${expected}</p>`);
  });

  it('to a button keep spaces and brackets', () => {
    const say = (text: string) => ({
      type: 'button',
      action: { type: 'say', text },
      content: [{ type: 'text', text: 'B' }],
    });
    const texts = ['No, thanks', 'Yes (please)', 'a_b*c*'];
    for (const text of texts) {
      expect(parseMarkdown(`[B](leadchat:say?text=${text})`)).toEqual([{ type: 'buttons', buttons: [say(text)] }]);
    }
  });
});

describe('addresses without marks', () => {
  it.each([
    [
      'See https://example.com/a. Or (https://example.com/b)!',
      `See ${bare('https://example.com/a')}. Or (${bare('https://example.com/b')})!`,
    ],
    ['https://example.com/a。谢谢', `${bare('https://example.com/a')}。谢谢`],
    ['请看https://example.com/a，谢谢', `请看${bare('https://example.com/a')}，谢谢`],
    [
      '（https://example.com/a）「https://example.com/b」',
      `（${bare('https://example.com/a')}）「${bare('https://example.com/b')}」`,
    ],
    ['https://example.com/路径/页、', `${bare('https://example.com/路径/页')}、`],
    ['https://example.com谢谢', `${bare('https://example.com')}谢谢`],
    ['https://example.com에서', `${bare('https://example.com')}에서`],
    ['https://例え.jp/パス です', `${bare('https://例え.jp/パス')} です`],
    ['https://münchen.de/straße', bare('https://münchen.de/straße')],
    [
      'https://example.com/a؟ «https://example.com/b»',
      `${bare('https://example.com/a')}؟ «${bare('https://example.com/b')}»`,
    ],
    ['https://en.wikipedia.org/wiki/Bridge_(dentistry)', bare('https://en.wikipedia.org/wiki/Bridge_(dentistry)')],
    [
      '(https://en.wikipedia.org/wiki/Bridge_(dentistry))',
      `(${bare('https://en.wikipedia.org/wiki/Bridge_(dentistry)')})`,
    ],
    ['https://example.com/?a=[1]&b={2}', bare('https://example.com/?a=[1]&b={2}')],
    ['https://example.com/_a_/*b*/c', bare('https://example.com/_a_/*b*/c')],
    [
      '**https://example.com/a**, _https://example.com/b_',
      `<b>${bare('https://example.com/a')}</b>, <i>${bare('https://example.com/b')}</i>`,
    ],
    ['HTTPS://EXAMPLE.COM/A', bare('HTTPS://EXAMPLE.COM/A')],
    ['`https://example.com/a`', '<code>https://example.com/a</code>'],
    [
      'xhttps://example.com/ ftp://example.com/ example.com README.md',
      'xhttps://example.com/ ftp://example.com/ example.com README.md',
    ],
  ])('of %j', (message, expected) => {
    expect(drawn(message)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    ['ada@example.com!', `${mail('ada@example.com')}!`],
    [
      '(ada@example.com), <b>ada.l+x@mail.example.co.uk</b>.',
      `(${mail('ada@example.com')}), <b>${mail('ada.l+x@mail.example.co.uk')}</b>.`,
    ],
    ["Write to o'neil@example.com", `Write to ${mail("o'neil@example.com")}`],
    ["'ada@example.com'", `'${mail('ada@example.com')}'`],
    ['_ada@example.com_ **ada@example.com**', `<i>${mail('ada@example.com')}</i> <b>${mail('ada@example.com')}</b>`],
    ['ada_l_b@example.com', mail('ada_l_b@example.com')],
    ['ada@example.com。谢谢', `${mail('ada@example.com')}。谢谢`],
    ['ada@example.com谢谢', `${mail('ada@example.com')}谢谢`],
    ['ada@münchen.de', mail('ada@münchen.de')],
    ['`ada@example.com`', '<code>ada@example.com</code>'],
    [
      'a?b@example.com 5%2@example.com',
      '<a mailto:a%3Fb@example.com>a?b@example.com</a> <a mailto:5%252@example.com>5%2@example.com</a>',
    ],
  ])('of %j', (message, expected) => {
    expect(drawn(message)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    'jörg@example.de',
    'jo\u0308rg@example.de',
    'søren.k@example.dk',
    'ada.jörg@example.de',
    'o’neil@example.com',
    '李ada@example.com',
    'иван@example.com',
    'иvan@example.com',
    'a\u00adda@example.com',
    'a\u200bda@example.com',
    'a\u2060da@example.com',
    'ａda@example.com',
    'a..b@example.com',
    '.b@example.com',
    'ada@-example.com',
    'x"b@example.com',
    '"ada b"@example.com',
    'me,ada@example.com',
    'me;ada@example.com',
    'ada@home@example.com',
    '**ada**b@example.com',
    'ada**b**@example.com',
    '\\*\\*b@example.com',
    '😀ada@example.com',
  ])('never of somebody else: %j', (message) => {
    const links = JSON.stringify(parseMarkdown(message)).match(/"mailto:[^"]*"/g) ?? [];
    expect(links).toEqual([]);
  });
});

describe('lines', () => {
  it.each([
    [
      'Two slots:\n- one\n- two\n\n3. three\n4. four\nEnd',
      '<p>Two slots:</p><ul><li>one</li><li>two</li></ul><ol 3><li>three</li><li>four</li></ol><p>End</p>',
    ],
    ['- a\n  - b\n    - c\n- d', '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ul>'],
    ['• a\n• b', '<ul><li>a</li><li>b</li></ul>'],
    ['- a\n  and more\n- b\n\nEnd', '<ul><li>a<br>and more</li><li>b</li></ul><p>End</p>'],
    ['Then:\n2. second', '<p>Then:</p><ol 2><li>second</li></ol>'],
    ['-', '<p>-</p>'],
    ['1.', '<p>1.</p>'],
    ['```js\n**a**\n```', '<pre>**a**</pre>'],
    ['~~~\na\n\nb\n~~~', '<pre>a\n\nb</pre>'],
    ['````\n```\n````', '<pre>```</pre>'],
    ['- a\n  ```\n  b\n  ```', '<ul><li>a<pre>b</pre></li></ul>'],
    ['```\nopen', '<pre>open</pre>'],
  ])('of %j', (message, expected) => {
    expect(drawn(message)).toBe(expected);
  });

  it('without marks are what a notification shows', () => {
    const message =
      'Hi **Ada**, see [prices](https://example.com/p_(1)):\n- \\*one\\*\n- `two`\n\n[Call me](leadchat:call) [No](leadchat:say?text=No, no)';
    expect(plainText(message)).toBe('Hi Ada, see prices:\n• *one*\n• two\nCall me No');
  });
});

describe('what anybody can send', () => {
  const units = [
    '*',
    '**',
    '_',
    '`',
    '[',
    '](',
    '[a](',
    '![',
    'https://',
    '.',
    'a@',
    'a.',
    '```\n',
    '- ',
    '1. ',
    '\n',
    '**a*',
    '*a_',
    'a**b',
    '(',
    '"',
    '<',
    '<a@',
    '\\',
    '[a](b "',
    '[[a]',
    '[a](b)',
    '`a``',
    'a@b.cc ',
    'http://a.bb/(',
    'h',
    '> ',
    '•',
    '\t',
    ' ',
    '😀',
  ];

  // A run by itself, and one that something else ends: a pattern may look at the rest of it from each of its characters.
  const worstOf = (unit: string) => unit.repeat(100_000 / unit.length);
  it.each(
    units.flatMap((unit) => [
      [unit, '', worstOf(unit)],
      [unit, ' within words', `a${worstOf(unit)}b*`],
    ]),
  )('is read in a blink: 100,000 characters of %j%s', (_unit, _place, worst) => {
    parseMarkdown(worst);
    const times = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      parseMarkdown(worst);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    // Milliseconds of the processor, the fewest: other work on the machine, and the collection of garbage, only add to them.
    expect(Math.min(...times)).toBeLessThan(200);
  });

  it.each(['*a ', '**a ', '[', '> ', '- ', '1. ', '*a **b '])(
    'nests %j no deeper than a renderer can follow',
    (unit) => {
      const count = Math.floor(3000 / unit.length);
      const message = unit.repeat(count) + [...unit.trimEnd()].reverse().join('').repeat(count);
      const depthOf = (value: unknown): number =>
        typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
      expect(depthOf(parseMarkdown(message))).toBeLessThan(100);
    },
  );

  it('ends its formatting after 8,000 characters, at the end of a word', () => {
    const [last, paragraph] = parseMarkdown(`${'a '.repeat(3990)}https://example.com/${'a'.repeat(100)}`);
    expect(JSON.stringify(last)).not.toContain('link');
    expect(paragraph).toEqual({
      type: 'paragraph',
      content: [{ type: 'text', text: `https://example.com/${'a'.repeat(100)}` }],
    });
  });
});
