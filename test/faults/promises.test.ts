import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordFigure } from '../support/figures.ts';
import { drills, faultNumbers, figures, guarantees } from '../support/promises.ts';
import { numbersOf } from './numbers.ts';
import { figuresOf, readPage, readResults } from './results.ts';

const sources = [
  ...['test/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts', 'test/core/connection/connection-contract.ts'],
  ...['e2e/engines/*-journey.ts', 'e2e/engines/*-journeys.ts'],
]
  .flatMap((pattern) => globSync(pattern))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
/** core/faults.test.ts generates the titles of faults. */
const faultSources = globSync('test/core/faults/*-faults.ts').map((file) => readFileSync(file, 'utf8'));
const fieldsOf = (name: string) =>
  faultSources.flatMap((text) =>
    [...text.matchAll(new RegExp(`^ +${name}: '(\\w+)',$`, 'gm'))].map(([, id = '']) => id),
  );
const faults = fieldsOf('id');
/** First arguments of `describe`, `it` and `test`, and titles of journeys. A number elsewhere in a file does not count. */
const titles = sources.flatMap(({ text }) =>
  [...text.matchAll(/(?:\(\s*|title: )['"`](?=[RGFD]\d+(?:, [RGFD]\d+)*: )(.*)/g)].map(([, title = '']) => title),
);
const proven = new Set([...titles.flatMap(numbersOf), ...fieldsOf('guarantee')]);

describe('each numbered promise has a test whose title starts with its number', () => {
  it.each([...Object.keys(figures), ...Object.keys(drills), ...Object.keys(guarantees)])('%s', (number) => {
    expect([...proven]).toContain(number);
  });

  it.each(faultNumbers)('%s', (number) => {
    expect(faults.filter((id) => id === number)).toHaveLength(1);
  });

  it('and no title names a promise that does not exist', () => {
    const known = new Set([...Object.keys({ ...figures, ...drills, ...guarantees }), ...faultNumbers]);
    expect([...proven].filter((number) => !known.has(number))).toEqual([]);
  });

  it('and a test without a number cannot record a figure', ({ task }) => {
    const figure = { did: 'nothing', times: 1, found: 'nothing' };
    expect(() => recordFigure(task, figure)).toThrow('starts with its number');
    expect(task.meta.figures).toBe(undefined);
  });

  it('without a second try: a promise that holds sometimes is none', () => {
    const isNumbered = /(?:\(\s*|title: )['"`][RGFD]\d+(?:, [RGFD]\d+)*: /;
    const retried = sources.filter(({ text }) => isNumbered.test(text) && /\bretry: \d/.test(text));
    expect(retried.map(({ file }) => file)).toEqual([]);
  });
});

it('the page of the figures shows the results that the runs wrote', () => {
  expect(readPage()).toBe(figuresOf(readResults()));
});
