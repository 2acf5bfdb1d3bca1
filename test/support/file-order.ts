import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chooseSeed } from './seed.ts';

/**
 * The order of the test files: the slow ones first, beside which the quick ones end; then those of each environment by
 * themselves. Vitest ends a shared process when the next file needs another environment: in the order of their sizes, every
 * third file started a process and loaded everything again.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await this.sortWithin(files);
    const placed = await Promise.all(sorted.map(async (file) => ({ file, place: await placeOf(file) })));
    return placed.sort((a, b) => a.place - b.place).map(({ file }) => file);
  }

  /** The order of the files of one environment. */
  protected sortWithin(files: TestSpecification[]): Promise<TestSpecification[]> {
    return super.sort(files);
  }
}

/** The same, with the files of each environment in an order that the seed of the run chooses. */
export class ShuffledFileOrder extends FileOrder {
  protected override async sortWithin(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification) =>
      createHash('sha1').update(chooseSeed()).update(relative(project.config.root, moduleId)).digest('hex');
    return files.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  }
}

async function placeOf({ moduleId, project }: TestSpecification): Promise<number> {
  if (project.name === 'slow') return 0;
  return (await readFile(moduleId, 'utf8')).includes('@vitest-environment happy-dom') ? 2 : 1;
}
