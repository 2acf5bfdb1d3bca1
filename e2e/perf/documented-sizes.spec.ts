import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '../support/perf-site.ts';

/** What a browser loads of a chunk of the build. */
function kilobytesOf(chunk: string): number {
  const file = readdirSync('dist/assets').find((name) => new RegExp(`^${chunk}-.*\\.js\\.br$`).test(name));
  return Math.round(statSync(`dist/assets/${file}`).size / 1000);
}

test('docs/decisions.md says what the library for phones weighs, and the code that formats messages', () => {
  const decisions = readFileSync('docs/decisions.md', 'utf8').replaceAll(/\s+/g, ' ');
  expect(decisions).toContain(`parses phone numbers takes ${kilobytesOf('phone')} kB`);
  expect(decisions).toContain(`formats messages has ${kilobytesOf('RichText')} kB`);
});
