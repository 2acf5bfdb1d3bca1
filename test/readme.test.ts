import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const commands = readFileSync('docs/commands.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The names in a page's `npm run NAME`. */
function scriptsIn(page: string): string[] {
  return [...new Set([...page.matchAll(/`npm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name))];
}

describe('docs/commands.md', () => {
  it('names only commands that exist', () => {
    expect(scriptsIn(commands).filter((name) => scripts[name] === undefined && name !== 'ci')).toEqual([]);
  });

  it('names every command of package.json, except the steps of npm test and what npm runs by itself', () => {
    const unnamed = [...scripts.test.split(/\s+/), 'format', 'prepack'];
    expect(
      Object.keys(scripts).filter((name) => !scriptsIn(commands).includes(name) && !unnamed.includes(name)),
    ).toEqual([]);
  });
});

describe('README.md', () => {
  it('fits on a screen', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(80);
  });
});
