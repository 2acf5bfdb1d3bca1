import { describe, expect, it } from 'vitest';
import { describeComparison } from '../../src/admin/experiments.tsx';
import { compareVariants, rateOf } from '../../src/admin/rates.ts';

const rounded = (successes: number, visitors: number) => {
  const rate = rateOf(successes, visitors);
  return rate && Object.values(rate).map((value) => Number(value.toFixed(4)));
};

describe('a rate', () => {
  it('has the 95 % interval of Wilson', () => {
    // Values of Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    expect(rounded(81, 263)).toEqual([0.308, 0.2553, 0.3662]);
    expect(rounded(15, 148)).toEqual([0.1014, 0.0624, 0.1605]);
    expect(rounded(0, 20)).toEqual([0, 0, 0.1611]);
    expect(rounded(1, 29)).toEqual([0.0345, 0.0061, 0.1718]);
  });

  it('is not known without visitors, and never above all of them', () => {
    expect(rateOf(0, 0)).toBeUndefined();
    expect(rateOf(7, 5)).toMatchObject({ share: 1, high: 1 });
  });
});

describe('a comparison of variants', () => {
  const variant = (name: string, successes: number, visitors: number) => ({ name, successes, visitors });

  it('calls a large difference one, with the probability of chance', () => {
    const result = compareVariants([variant('a', 30, 500), variant('b', 60, 500)]);
    // The two-sided z test of 6 % against 12 %: z = 3.3150, p = 0.000917.
    expect(result).toMatchObject({
      verdict: 'difference',
      best: { name: 'b', share: 0.12 },
      others: [{ name: 'a', share: 0.06 }],
    });
    expect('chance' in result && result.chance).toBeCloseTo(0.000917, 5);
  });

  it('says that a small difference may be chance', () => {
    expect(compareVariants([variant('a', 50, 500), variant('b', 55, 500)])).toMatchObject({ verdict: 'chance' });
    const same = compareVariants([variant('a', 50, 500), variant('b', 50, 500)]);
    expect('chance' in same && same.chance).toBeCloseTo(1, 6);
  });

  it('asks for more where there are more variants', () => {
    const two = [variant('a', 50, 500), variant('b', 71, 500)];
    expect(compareVariants(two)).toMatchObject({ verdict: 'difference' });
    expect(compareVariants([...two, variant('c', 50, 500), variant('d', 50, 500)])).toMatchObject({
      verdict: 'chance',
    });
  });

  it('says nothing about few visitors, or one variant', () => {
    const verdict = { verdict: 'too-few' };
    expect(compareVariants([variant('a', 9, 29), variant('b', 20, 500)])).toEqual(verdict);
    expect(compareVariants([variant('a', 2, 500), variant('b', 7, 500)])).toEqual(verdict);
    expect(compareVariants([variant('a', 50, 500)])).toEqual(verdict);
  });

  it('is a plain sentence with the rates and the odds', () => {
    expect(describeComparison([variant('short', 61, 500), variant('long', 50, 500)])).toBe(
      '“short” is ahead, but that may be chance: 12.2% of its visitors reached the goal, 10% with “long”. If all were equally good, a difference this large would still appear in 1 of 4 such experiments. More visitors will tell.',
    );
    expect(describeComparison([variant('short', 75, 500), variant('long', 50, 500)])).toBe(
      '“short” wins: 15% of its visitors reached the goal, 10% with “long”. This is hardly chance. If all were equally good, a difference this large would still appear in 1 of 59 such experiments.',
    );
    expect(describeComparison([variant('short', 90, 500), variant('long', 50, 500)])).toContain(
      'in fewer than 1 of 1,000 such experiments',
    );
    expect(describeComparison([variant('short', 51, 500), variant('long', 50, 500)])).toContain('in most such');
    expect(describeComparison([variant('short', 50, 500), variant('long', 50, 500)])).toBe(
      'No variant is ahead: 10% with “short”, 10% with “long”.',
    );
    expect(describeComparison([variant('short', 1, 5)])).toContain('Too few visitors');
  });
});
