import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** What the README tells a reader to run as `npm run NAME`, and `npm start`, `npm test`. */
function named(): string[] {
  const runs = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  return [...new Set([...runs, 'start', 'test'])];
}

it('names in the README only commands that there are', () => {
  expect(named().filter((name) => scripts[name] === undefined)).toEqual([]);
});

it('names every command of package.json in the README, but for the parts of npm test and what npm runs by itself', () => {
  const parts = [...scripts.test.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
  const quiet = [...parts, 'format', 'prepack'];
  expect(Object.keys(scripts).filter((name) => !named().includes(name) && !quiet.includes(name))).toEqual([]);
});
