import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Rows of docs/faults.md, "What went wrong once": mechanism, question, tests. */
function reviewRows(): string[][] {
  const page = readFileSync('docs/faults.md', 'utf8');
  const table = page.slice(page.indexOf('## What went wrong once'));
  return table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| mechanism'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
}

it('names for each fault its mechanism, a question for the reviewer, and tests that exist', () => {
  for (const row of reviewRows()) {
    const [mechanism, question, tests = '', ...more] = row;
    expect(more, `cells of "${mechanism}"`).toEqual([]);
    expect(question, `question of "${mechanism}"`).toMatch(/\?$/);
    const paths = [...tests.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '');
    expect(paths.length, `tests of "${mechanism}"`).toBeGreaterThan(0);
    for (const path of paths) expect(existsSync(path), path).toBe(true);
  }
});

it('says each of them once', () => {
  const mechanisms = reviewRows().map(([mechanism]) => mechanism);
  expect(mechanisms.filter((mechanism, index) => mechanisms.indexOf(mechanism) !== index)).toEqual([]);
});

// Two changes of the table at once had left a quarter of it twice, in other words.
it('asks each question once', () => {
  const questions = reviewRows().map(([, question]) => question);
  expect(questions.filter((question, at) => questions.indexOf(question) !== at)).toEqual([]);
});
