import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf, sourceFiles } from './imports.ts';

/** The modules that a file of tests mocks, by their path where it calls `vi.mock`, or in a constant that it passes. */
function mockedBy(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  if (!/\bvi\.(?:do)?mock\(/i.test(source)) return [];
  return [...source.matchAll(/(?:\bvi\.(?:do)?mock\(|=)\s*'(\.[^']+\.tsx?)'/gi)].map(([, path = '']) =>
    join(dirname(file), path).replaceAll('\\', '/'),
  );
}

// Vitest takes the mock away after the file, but not from the modules that have imported it: they stay in the process that files
// share. In those that an earlier file has loaded, the mock has no effect. Only a dynamic import asks each time.
it('mocks only modules that are imported dynamically', () => {
  const all = [...sourceFiles('src'), ...sourceFiles('test')];
  const isTest = (file: string) => /\.test\.tsx?$/.test(file);
  const kept = new Map<string, string[]>();
  for (const { from, to = '', kind } of all.filter((file) => !isTest(file)).flatMap(importsOf)) {
    if (kind === 'static') kept.set(to, [...(kept.get(to) ?? []), from]);
  }
  const mocked = all.filter(isTest).flatMap((file) => mockedBy(file).map((path) => ({ file, path })));
  expect(mocked.map(({ path }) => path)).toContain('src/widget/panel/index.ts');
  const wrong = mocked.flatMap((mock) => (kept.has(mock.path) ? [{ ...mock, keptBy: kept.get(mock.path) }] : []));
  expect(wrong).toEqual([]);
});
