import { describe, expect, it } from 'vitest';
import {
  movedExperiment,
  newExperiment,
  type PlacedExperiment,
  placedExperiments,
  sharesOf,
  triedOptions,
  withExperiment,
} from '../../src/schema-form/experiment-plans.ts';
import type { JsonObject } from '../../src/schema-form/json-schema.ts';

const hello = {
  name: 'hello',
  goal: 'message',
  variants: [{ name: 'now' }, { name: 'new', weight: 3, greeting: { de: 'Moin' }, color: 'red' }],
};
const jobs = { name: 'jobs', variants: [{ name: 'now' }, { name: 'short', title: 'Jobs' }] };
const options: JsonObject = {
  title: 'Ask us',
  experiments: [hello],
  pages: [
    { url: '/checkout', hidden: true },
    { url: '/jobs', greeting: 'Work', experiments: [jobs] },
  ],
};

function placed(name: string): PlacedExperiment {
  const found = placedExperiments(options).find(({ experiment }) => experiment.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

describe('experiments', () => {
  it('run on every page, or on those of an entry', () => {
    expect(placedExperiments(options).map(({ page, index, experiment }) => [page, index, experiment.name])).toEqual([
      [undefined, 0, 'hello'],
      [1, 0, 'jobs'],
    ]);
  });

  it('begin with two variants and a name that no other one has', () => {
    expect(newExperiment({})).toEqual({ name: 'experiment-1', variants: [{ name: 'now' }, { name: 'new' }] });
    const pages = [{ url: '/', experiments: [{ name: 'experiment-2', variants: [] }] }];
    expect(newExperiment({ experiments: [{ name: 'experiment-1' }], pages }).name).toBe('experiment-3');
  });

  it('change where they run', () => {
    expect(withExperiment(options, { page: 1, index: 0 }, { ...jobs, name: 'work' })).toEqual({
      pages: [
        { url: '/checkout', hidden: true },
        { url: '/jobs', greeting: 'Work', experiments: [{ ...jobs, name: 'work' }] },
      ],
    });
    expect(withExperiment(options, { page: undefined, index: 1 }, jobs)).toEqual({ experiments: [hello, jobs] });
  });

  it('move from every page to some, from some to others, and back', () => {
    expect(movedExperiment(options, placed('hello'), 1)).toEqual({
      experiments: undefined,
      pages: [
        { url: '/checkout', hidden: true },
        { url: '/jobs', greeting: 'Work', experiments: [jobs, hello] },
      ],
    });
    expect(movedExperiment(options, placed('jobs'), 0)).toEqual({
      pages: [
        { url: '/checkout', hidden: true, experiments: [jobs] },
        { url: '/jobs', greeting: 'Work' },
      ],
    });
    expect(movedExperiment(options, placed('jobs'), undefined)).toEqual({
      experiments: [hello, jobs],
      pages: [
        { url: '/checkout', hidden: true },
        { url: '/jobs', greeting: 'Work' },
      ],
    });
  });

  it('say what they try, and for how many', () => {
    expect(triedOptions(hello)).toEqual(['greeting', 'color']);
    expect(sharesOf(hello)).toEqual([25, 75]);
    expect(sharesOf({ variants: [{}, { weight: -1 }, { weight: 'many' }] })).toEqual([33, 33, 33]);
  });
});
