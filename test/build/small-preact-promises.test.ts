// @vitest-environment happy-dom

import { build, type Rolldown } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { forVisitors, refuseMissing } from '../../build/vite-settings.ts';
import { createSide, type Tree, type TreeNode } from './support/side-by-side.ts';

const row = (key: string, ...children: Tree[]): TreeNode => ({ type: 'p', key, children: [key, ...children] });
const rows = (...keys: string[]): Tree => ({ type: 'div', children: [keys.map((key) => row(key))] });
const ends: (() => void)[] = [];
const start = () => {
  const side = createSide('small');
  ends.push(side.end);
  return side;
};

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** What a list of keys becomes another by: which nodes are put in, and which taken out. */
async function changesOf(from: readonly string[], to: readonly string[]) {
  const side = start();
  side.draw(rows(...from));
  const seen = new MutationObserver(() => {});
  seen.observe(side.container, { childList: true, subtree: true });
  side.draw(rows(...to));
  expect(side.container.textContent).toBe(to.join(''));
  const records = seen.takeRecords();
  const texts = (lists: NodeList[]) => lists.flatMap((list) => [...list].map(({ textContent }) => textContent));
  return {
    added: texts(records.map(({ addedNodes }) => addedNodes)),
    removed: texts(records.map(({ removedNodes }) => removedNodes)),
  };
}

describe('the small Preact', () => {
  it.each([
    ['a row at the end', 'abc', 'abcd', { added: ['d'], removed: [] }],
    ['a row at the beginning', 'abc', 'zabc', { added: ['z'], removed: [] }],
    ['a row in the middle', 'abc', 'abzc', { added: ['z'], removed: [] }],
    ['a row less at the beginning', 'abc', 'bc', { added: [], removed: ['a'] }],
    ['a row more and one less', 'abcd', 'bcde', { added: ['e'], removed: ['a'] }],
    ['the same rows', 'abc', 'abc', { added: [], removed: [] }],
    ['the first row moved to the end', 'abcd', 'bcda', { added: ['a'], removed: ['a'] }],
    ['the last row moved to the beginning', 'abcd', 'dabc', { added: ['d'], removed: ['d'] }],
  ])('touches no other row for %s', async (_, from, to, changes) => {
    expect(await changesOf([...from], [...to])).toEqual(changes);
  });

  it('passes over a node that is the very same, with all that is in it', () => {
    const side = start();
    let calls = 0;
    const Row = () => {
      calls += 1;
      return 'row';
    };
    const { jsx } = side;
    const same = jsx(Row, {}, 'same');
    side.drawNode(jsx('div', { children: [[same], 'one'] }));
    side.drawNode(jsx('div', { children: [[jsx(Row, {}, 'new'), same], 'two'] }));
    expect(calls).toBe(2);
    expect(side.container.textContent).toBe('rowrowtwo');
  });

  it('draws one node in two places', () => {
    const side = start();
    const twice = side.nodeOf({ type: 'b', children: ['twice'] });
    side.drawNode(side.jsx('div', { children: [twice, twice] }));
    expect(side.container.querySelectorAll('b')).toHaveLength(2);
  });

  it('keeps the focus and the selection of a field while all around it changes', () => {
    const side = start();
    const field: TreeNode = { type: 'textarea', key: 'field' };
    side.draw({ type: 'div', children: [[row('a'), row('b'), field, row('c')]] });
    const element = side.container.querySelector('textarea');
    if (element === null) throw new Error('no field');
    element.value = 'half a sentence';
    element.focus();
    element.setSelectionRange(2, 4);
    side.draw({ type: 'div', children: [[row('z'), row('b'), field, row('d'), row('e')]] });
    expect(side.container.querySelector('textarea')).toBe(element);
    expect(document.activeElement).toBe(element);
    expect([element.value, element.selectionStart, element.selectionEnd]).toEqual(['half a sentence', 2, 4]);
  });

  it('adds one listener for a handler, however often it changes', () => {
    const side = start();
    const button = (onClick: string | undefined): Tree => ({ type: 'button', onClick });
    side.draw(button('first'));
    const element = side.container.querySelector('button');
    if (element === null) throw new Error('no button');
    const added: string[] = [];
    const add = element.addEventListener.bind(element);
    element.addEventListener = (...args: Parameters<typeof add>) => {
      added.push(args[0]);
      add(...args);
    };
    side.draw(button('second'));
    side.click();
    expect(side.told()).toEqual(['click second']);
    expect(added).toEqual([]);
    side.draw(button(undefined));
    side.click();
    side.draw(button('third'));
    side.click();
    expect(side.told()).toEqual(['click third']);
  });

  it('tells a ref its element once that is in the page, and null when it is gone', () => {
    const side = start();
    const told: unknown[] = [];
    const ref = (element: Element | null) => told.push(element === null ? null : element.isConnected);
    const tree = () => side.jsx('div', { children: side.jsx('p', { children: side.jsx('b', { ref }) }) });
    side.drawNode(tree());
    side.drawNode(tree());
    side.drawNode(null);
    expect(told).toEqual([true, null]);
  });

  it('leaves alone what others put into the page, moved or took away', () => {
    const side = start();
    const tree = (text: string): Tree => ({
      type: 'div',
      children: [{ type: 'b', children: ['b'] }, text, { type: 'img' }],
    });
    side.draw(tree('Hello'));
    const div = side.container.firstElementChild;
    const translated = document.createElement('font');
    // As a translator does: the text goes, its own elements come.
    div?.childNodes[1]?.replaceWith(translated);
    translated.append('Hallo');
    side.container.querySelector('img')?.remove();
    side.draw(tree('Hello again'));
    expect(side.container.innerHTML).toBe('<div><b>b</b><font>Hallo</font></div>');
  });

  it('takes no object for a node that it did not make itself', () => {
    const side = start();
    const given = JSON.parse('{"t":"img","p":{"src":"x"},"type":"img","props":{"src":"x"}}');
    side.drawNode(side.jsx('p', { children: [given] }));
    expect(side.container.querySelector('img')).toBeNull();
  });

  it('hands on what a component throws, as Preact does, and draws the next try right', () => {
    const sides = [createSide('preact'), start()] as const;
    const [theirs, ours] = sides;
    const tree = (type: string, ...keys: string[]): Tree => ({
      type: 'div',
      children: [keys.map((key) => row(key)), { type: 'section', children: [{ type, children: ['part'] }] }],
    });
    for (const { draw } of sides) {
      draw(tree('Bare', 'a', 'b'));
      expect(() => draw(tree('Broken', 'b', 'c'))).toThrow('broken');
    }
    theirs.end();
    const before = ours.container.querySelector('section');
    ours.draw(tree('Bare', 'b', 'd'));
    expect(ours.container.textContent).toBe('bdpart');
    expect(ours.container.querySelector('section')).toBe(before);
  });

  it('leaves nothing behind when null is drawn', () => {
    const side = start();
    side.draw([rows('a', 'b'), 'text', { type: 'Several', children: ['x'] }]);
    side.drawNode(null);
    expect(side.container.childNodes).toHaveLength(0);
  });
});

describe('the build for visitors', () => {
  const bundle = (code: string) =>
    build({
      ...forVisitors,
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === 'entry' ? id : null),
          load: (id) => (id === 'entry' ? code : null),
        },
      ],
      build: { write: false, rolldownOptions: { onLog: refuseMissing, input: 'entry' } },
    });
  const codeOf = async (code: string) => {
    const built = await bundle(code);
    const outputs: Rolldown.OutputChunk[] = (Array.isArray(built) ? built : [built])
      .flatMap((one) => ('output' in one ? one.output : []))
      .filter((item) => item.type === 'chunk');
    return outputs.map((chunk) => chunk.code).join('');
  };

  it('takes the small Preact for both of its names', async () => {
    const code = await codeOf(
      "import { render } from 'preact'; import { jsx } from 'preact/jsx-runtime'; render(jsx('p', {}), document.body);",
    );
    expect(code).toContain('instanceof');
    expect(code).not.toContain('componentDidMount');
  });

  it('refuses what the small Preact does not have', async () => {
    await expect(bundle("import { createContext } from 'preact'; createContext(1);")).rejects.toThrow('createContext');
    await expect(bundle("import { useState } from 'preact/hooks'; useState(1);")).rejects.toThrow('preact/hooks');
  });
});
