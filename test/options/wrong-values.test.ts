import { describe, expect, it } from 'vitest';
import { findOptionProblems, optionsSchema, readOptions } from '../../src/options/index.ts';

const circular: Record<string, unknown> = {};
circular.self = circular;

/** Values of every shape. Those that an option takes are left out. */
const values: unknown[] = [
  ...[null, true, 5, -1, 1.5, Number.NaN, 10n, Symbol('wrong'), () => 'wrong', new Date(0), circular],
  ...['', 'wrong', '{', 'x'.repeat(30_000), [], [null], [5], ['wrong'], [{}], {}, { wrong: 1 }, { en: 5 }, [[]]],
  ...[{ timeZone: 5, open: 'mon-fri' }, { mon: '9-17' }, { x: '4px', y: 4 }, { answers: 'two' }, [{ url: 5 }]],
];

function read(name: string, value: unknown) {
  const sources = { proxy: {}, attributes: {}, overrides: { [name]: value } };
  return { problems: findOptionProblems(sources), mayHaveProblems: readOptions(sources).mayHaveProblems };
}

/** Whether the schema takes it. The keys of texts are checked beside it. */
function isTaken(name: string, value: unknown): boolean {
  const schema = Object(optionsSchema.shape)[name];
  return schema.safeParse(value).success && (name !== 'texts' || Object.keys(Object(value)).length === 0);
}

describe('a wrong value', () => {
  it.each(Object.keys(optionsSchema.shape))('of %s is reported with its name, the value and what to do', (name) => {
    const wrong = values.filter((value) => !isTaken(name, value));
    expect(wrong.length).toBeGreaterThan(5);
    for (const value of wrong) {
      const { problems, mayHaveProblems } = read(name, value);
      expect(problems.length).toBeGreaterThan(0);
      // The panel itself asks for the texts.
      if (name !== 'texts') expect(mayHaveProblems).toBe(true);
      expect(new Set(problems).size).toBe(problems.length);
      for (const problem of problems) {
        expect(problem).toContain(`[leadchat] option \`${name}`);
        expect(problem).toMatch(/must .+, got .+\.$|write .+, got .+\.$|is unknown\.|is invalid: reading it throws/s);
      }
      // One mistake, one message.
      if (typeof value !== 'object' || value === null) expect(problems).toHaveLength(1);
    }
  });

  it.each<[string, unknown, string]>([
    ['hours', { mon: '9-17' }, 'must be opening hours, { timeZone, open }, got {"mon":"9-17"}.'],
    ['hours', {}, 'must be opening hours, { timeZone, open }, got {}.'],
    ['hours', 'mon-fri', 'must be opening hours, { timeZone, open }, got "mon-fri".'],
    ['hours', Number.NaN, 'must be opening hours, { timeZone, open }, got NaN.'],
    ['askAfter', { after: 2 }, 'must be { answers: N }, with N from 1 to 100, got {"after":2}.'],
    ['launcherIcon', 'x'.repeat(30_000), 'must be a data:image/… URI or an https:// address'],
    ['texts', ['Ask us'], 'must be an object of texts, got ["Ask us"].'],
  ])('of the wrong shape is one mistake: %s', (name, value, message) => {
    expect(read(name, value).problems).toEqual([expect.stringContaining(`option \`${name}\` ${message}`)]);
  });

  it('of a key that the widget does not have is one mistake', () => {
    expect(read('texts', { startchat: 5 }).problems).toEqual([
      '[leadchat] option `texts.startchat` is unknown. Did you mean `texts.startChat`?',
    ]);
    expect(read('experiments', [{ name: 'a', variants: [{ name: 'b' }], url: '/' }]).problems).toEqual([
      '[leadchat] option `experiments.0.url` is unknown.',
    ]);
  });
});
