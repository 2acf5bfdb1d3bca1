import { globSync, readFileSync } from 'node:fs';
import { claimsOf, provenClaims } from './claims.ts';
import { proofs } from './proofs/index.ts';

/** `npm run claims`: the sentences of README and docs that promise something or hold a figure, with the tests behind them. */
for (const page of ['README.md', ...globSync('docs/*.md').sort()]) {
  const isProven = proofs[page] !== undefined;
  const claims = isProven
    ? provenClaims(page)
    : claimsOf(readFileSync(page, 'utf8')).map((sentence) => ({ sentence, proofs: [] }));
  console.log(`\n${page}: ${claims.length} claims${isProven ? '' : ', not listed in test/claims/proofs'}`);
  for (const claim of claims) console.log([`- ${claim.sentence}`, ...claim.proofs].join('\n    '));
}
