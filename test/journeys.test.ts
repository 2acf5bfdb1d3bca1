import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** These are commands of their own. */
const others = ['pictures', 'examples', 'package'].map((folder) => `e2e/${folder}/**`);
const journeys = globSync('e2e/**/*.spec.ts', { exclude: others }).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

// Playwright ended the worker at some thirty files, with its browser and servers, and began another one.
it('keep their workers: they take `test` from e2e/support, and have neither worker fixtures nor launch options', () => {
  expect(journeys.length).toBeGreaterThan(100);
  const ownFixtures = /\btest\b[^;]*from 'playwright\/test'|scope: 'worker'|launchOptions:/;
  expect(journeys.filter(({ text }) => ownFixtures.test(text)).map(({ file }) => file)).toEqual([]);
});
