import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What limits the memory of the process: options of Node and variables of the allocator. */
function memoryLimitsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/--max-[\w-]+-size=\d+|MALLOC_\w+=\d+/g)].map(([limit]) => limit).sort();
}

it('the container and the system service limit the memory of the proxy alike', () => {
  const limits = memoryLimitsOf('deploy/leadchat.service');
  expect(limits).toHaveLength(5);
  expect(memoryLimitsOf('deploy/Containerfile')).toEqual(limits);
});
