import { readFile } from 'node:fs/promises';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of the test files: the slow ones first, then those of each environment by themselves. Vitest ends a shared process when
 * the next file needs another environment than its own: in the order of their sizes, every third file started a process and loaded
 * everything again.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placed = await Promise.all(sorted.map(async (file) => ({ file, place: await placeOf(file) })));
    return placed.sort((a, b) => a.place - b.place).map(({ file }) => file);
  }
}

/** Files with a document are last: the shortest ones, beside which the last long ones end. */
async function placeOf({ moduleId, project }: TestSpecification): Promise<number> {
  if (project.name === 'slow') return 0;
  return (await readFile(moduleId, 'utf8')).includes('@vitest-environment happy-dom') ? 2 : 1;
}
