import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claimsOf, problemOf, provenClaims } from './claims.ts';
import { proofs } from './proofs/index.ts';

describe.each(Object.keys(proofs))('%s', (page) => {
  it('promises only what a test proves: see test/claims/proofs', () => {
    const claims = provenClaims(page);
    expect(claims.filter((claim) => claim.proofs.length === 0).map(({ sentence }) => sentence)).toEqual([]);
  });

  it('has every claim that test/claims/proofs proves, each with tests that exist', () => {
    const claims = claimsOf(readFileSync(page, 'utf8'));
    const known = Object.entries(proofs[page] ?? {});
    expect(known.map(([part]) => part).filter((part) => !claims.some((claim) => claim.includes(part)))).toEqual([]);
    expect(known.flatMap(([, found]) => found.flatMap((proof) => problemOf(proof) ?? []))).toEqual([]);
  });
});

describe('a claim', () => {
  it('is a sentence or a row with a promise or a figure, which does not name its test itself', () => {
    const page = [
      '# Never a heading',
      'It is quick. It never waits longer than\nthat. It takes 5 ms.',
      '| a row | within reason | `test/claims/claims.test.ts` |',
      '| another | always |',
    ].join('\n\n');
    expect(claimsOf(page)).toEqual(['It never waits longer than that.', 'It takes 5 ms.', '| another | always |']);
  });

  it('is not proven by a test that does not exist', () => {
    expect(problemOf('test/claims/claims.test.ts: is not proven by')).toBeUndefined();
    expect(problemOf('test/claims/claims.test.ts: no such ti' + 'tle')).toContain('has no');
    expect(problemOf('test/claims/none.test.ts: title')).toContain('there is no file');
  });
});
