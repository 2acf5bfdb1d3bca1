import { existsSync, readFileSync } from 'node:fs';
import { proofs } from './proofs/index.ts';

/** A word that promises, or a number with a unit. */
const promise =
  /\b(?:no|never|every|only|within|always|nothing|nobody)\b|\d\s?(?:ms|s|[kM]B|seconds|minutes|hours|days|%|×)(?!\w)/i;
/** A line that names the tests behind it needs no entry: test/documentation.test.ts checks that they exist. */
const namesItsTest = /`(?:test|e2e)\/[\w./-]+`/;

/** The sentences and rows of a page that promise something or hold a figure. Scripts write the figures of marked blocks. */
export function claimsOf(page: string): string[] {
  const text = page
    .replaceAll(/<!-- figures(?:: .*)? -->[\s\S]*?<!-- end of figures -->/g, '')
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    // What a link says, the page behind it claims.
    .replaceAll(/\[[^\]]*\]\([^)]*\)/g, '');
  return text
    .split(/(?<=[.!?])\s+|\n\n|\n(?=[-|#])/)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => !sentence.startsWith('#') && promises(sentence) && !namesItsTest.test(sentence));
}

/** A name in code, such as `no-form`, promises nothing. */
function promises(sentence: string): boolean {
  return promise.test(sentence.replaceAll(/`[^`]*`/g, ''));
}

export type Claim = { sentence: string; proofs: readonly string[] };

/** Each claim of a page with what proves it; without proofs if nothing does. */
export function provenClaims(page: string): Claim[] {
  const known = Object.entries(proofs[page] ?? {});
  return claimsOf(readFileSync(page, 'utf8')).map((sentence) => ({
    sentence,
    proofs: known.filter(([part]) => sentence.includes(part)).flatMap(([, found]) => found),
  }));
}

/** Why a proof is none, if so: `FILE: part of a title`, or `advice` for what asks the reader to do something. */
export function problemOf(proof: string): string | undefined {
  if (proof === 'advice') return undefined;
  const [file = '', ...words] = proof.split(': ');
  const title = words.join(': ');
  if (title === '') return `${proof} names no title`;
  if (!existsSync(file)) return `there is no file ${file}`;
  return readFileSync(file, 'utf8').includes(title) ? undefined : `${file} has no "${title}"`;
}
