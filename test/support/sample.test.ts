import { describe, expect, it } from 'vitest';
import { choose, sampleOfEach } from './sample.ts';

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const seeds = Array.from({ length: 200 }, (_, index) => index);

describe('a sample', () => {
  it('has so many of the items, in their order, and is the same one for the same seed', () => {
    for (const seed of seeds) {
      const chosen = choose(letters, 3, seed);
      expect(chosen).toHaveLength(3);
      expect(chosen).toEqual([...chosen].sort());
      expect(choose(letters, 3, seed)).toEqual(chosen);
    }
  });

  it('has each item in some runs, and each pair of items', () => {
    const pairs = seeds.map((seed) => choose(letters, 2, seed).join(''));
    expect(new Set(pairs)).toHaveLength((8 * 7) / 2);
  });

  it('has all items if there are fewer', () => {
    expect(choose(letters, 9, 1)).toEqual(letters);
  });

  it('has so many of each kind', () => {
    const kindOf = (letter: string) => (letter < 'c' ? 'early' : letter < 'h' ? 'middle' : 'late');
    const kinds = Map.groupBy(sampleOfEach(letters, kindOf, 2), kindOf);
    const least = Object.fromEntries([...kinds].map(([kind, some]) => [kind, Math.min(some.length, 2)]));
    expect(least).toEqual({ early: 2, middle: 2, late: 1 });
  });
});
