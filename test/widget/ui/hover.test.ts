import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// A touch screen leaves the color of `:hover` on what was tapped last.
it.each(globSync('src/widget/**/*.css'))('%s changes what is pointed at only where a pointer can hover', (file) => {
  const withoutHoverMedia = readFileSync(file, 'utf8').replaceAll(/@media \(hover: hover\) \{\n(?: {2}.*\n)*\}/g, '');
  expect(withoutHoverMedia).not.toContain(':hover');
});
