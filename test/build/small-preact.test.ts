// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSide, shown, type Tree, type TreeNode } from './support/side-by-side.ts';

const numRuns = process.env.LEADCHAT_LONG === '1' ? 5_000 : 300;
const seed = Number(process.env.LEADCHAT_SEED ?? Date.now() % 2 ** 31);
console.info(`small preact, generated trees: ${numRuns} sequences, LEADCHAT_SEED=${seed}`);
const runs = { seed, numRuns };

const texts = fc.constantFrom('one', 'two', '', '<b>', 0, 7);
const attributes = fc.record(
  {
    class: fc.constantFrom('a', 'b', undefined),
    id: fc.constantFrom('x', undefined),
    role: fc.constantFrom('alert', undefined),
    'aria-hidden': fc.constantFrom('true', undefined),
    'aria-busy': fc.boolean(),
    'data-on': fc.boolean(),
    hidden: fc.boolean(),
    lang: fc.constantFrom('en', 'de'),
    dir: fc.constantFrom('ltr', 'auto'),
    tabIndex: fc.constantFrom(0, -1),
    title: fc.string(),
  },
  { requiredKeys: [] },
);
const marks = {
  attributes,
  onClick: fc.option(fc.constantFrom('c1', 'c2'), { nil: undefined }),
  ref: fc.option(fc.constantFrom('r1', 'r2'), { nil: undefined }),
};

/** Whatever a component may return, keyed and not, in any mixture. */
const { tree: anyTree } = fc.letrec<{ tree: Tree; children: readonly Tree[] }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    texts,
    fc.constantFrom(null, undefined, true, false),
    fc.record({ type: fc.constantFrom('p', 'b', 'div'), ...marks, children: tie('children') }),
    fc.record({ type: fc.constantFrom('Fragment', 'Framed', 'Bare', 'Several', 'Empty'), children: tie('children') }),
    fc.record({ type: fc.constant('textarea'), attributes: textAttributes() }),
    fc.record({ type: fc.constant('input'), attributes: boxAttributes() }),
    fc.constantFrom(icon('M1 1'), icon('M2 2')),
    tie('children'),
  ),
  children: fc
    .array(fc.tuple(tie('tree'), fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 1, 2))), { maxLength: 5 })
    .map((pairs): readonly Tree[] => withKeys(pairs)),
}));

/** As JSX is written: places that are always the same, each empty or not, and lists with keys. */
const page = fc
  .record({
    ...marks,
    note: fc.option(texts),
    rows: fc.tuple(
      fc.shuffledSubarray(['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8']),
      fc.array(fc.constantFrom('p', 'Framed', 'Several', 'Bare'), { minLength: 8, maxLength: 8 }),
    ),
    part: fc.constantFrom('Framed', 'Several', 'Empty', null),
    input: fc.option(textAttributes()),
    box: fc.option(boxAttributes()),
    choice: fc.constantFrom('x', 'y', 'z'),
  })
  .map(
    ({ note, rows: [keys, types], part, input, box, choice, ...rest }): Tree => ({
      type: 'div',
      ...rest,
      children: [
        note !== null && { type: 'h2', children: [note, ' and more'] },
        keys.map((key): TreeNode => {
          const type = types[Number(key.slice(1)) - 1] ?? 'p';
          return { type, key, children: [{ type: 'em', ref: key, children: [key] }, keys.length] };
        }),
        part !== null && { type: part, children: [icon('M3 3'), part] },
        input !== null && { type: 'textarea', attributes: input },
        box !== null && { type: 'input', attributes: box },
        {
          type: 'select',
          attributes: { value: choice },
          children: [
            ['x', 'y', 'z'].map((value) => ({ type: 'option', key: value, attributes: { value }, children: [value] })),
          ],
        },
      ],
    }),
  );

describe('the small Preact', () => {
  it('shows what Preact shows, whatever follows on what', () => {
    fc.assert(
      fc.property(fc.array(anyTree, { minLength: 1, maxLength: 5 }), (steps) => {
        const [theirs, ours] = [createSide('preact'), createSide('small')];
        for (const tree of [...steps, null]) {
          theirs.draw(tree);
          ours.draw(tree);
          expect(shown(ours.container)).toEqual(shown(theirs.container));
          theirs.told();
          ours.told();
          theirs.click();
          ours.click();
          expect(ours.told()).toEqual(theirs.told());
        }
        theirs.end();
        ours.end();
      }),
      runs,
    );
  });

  it('keeps the elements that Preact keeps, and tells refs the same', () => {
    fc.assert(
      fc.property(fc.array(page, { minLength: 2, maxLength: 6 }), (steps) => {
        const [theirs, ours] = [createSide('preact'), createSide('small')];
        for (const tree of [...steps, null]) {
          theirs.draw(tree);
          ours.draw(tree);
          expect(shown(ours.container)).toEqual(shown(theirs.container));
          expect(ours.identities()).toEqual(theirs.identities());
          expect(ours.told()).toEqual(theirs.told());
        }
        theirs.end();
        ours.end();
      }),
      runs,
    );
  });
});

function textAttributes() {
  return fc.record({
    value: fc.constantFrom('', 'v', 'w'),
    rows: fc.constantFrom(1, 3),
    disabled: fc.boolean(),
    placeholder: fc.constantFrom('p', undefined),
  });
}

function boxAttributes() {
  return fc.record({ type: fc.constant('checkbox'), checked: fc.boolean(), required: fc.boolean() });
}

function icon(d: string): TreeNode {
  return {
    type: 'svg',
    attributes: { viewBox: '0 0 24 24', class: 'icon' },
    children: [{ type: 'path', attributes: { d } }],
  };
}

/** No key twice among siblings. */
function withKeys(pairs: readonly (readonly [Tree, string | number | null])[]): Tree[] {
  const used = new Set<string>();
  return pairs.map(([tree, key]) => {
    if (key === null || used.has(String(key)) || typeof tree !== 'object' || tree === null || !('type' in tree))
      return tree;
    used.add(String(key));
    return { ...tree, key };
  });
}
