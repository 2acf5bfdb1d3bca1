import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentedParts, documentedSizes, insertFigures, pagesWithFigures, readResults } from '../../build/figures.ts';

// Sizes differ a little between builds: `npm run size` compares those in docs/figures.md with the build.
const documented = readFileSync('docs/figures.md', 'utf8');
const sources = {
  results: readResults(),
  sizes: documentedSizes(documented),
  parts: documentedParts(documented),
};

describe.each(pagesWithFigures)('%s', (page) => {
  it('has the figures of bench/results.json and of the limits; otherwise run npm run figures', () => {
    const text = readFileSync(page, 'utf8');
    expect(text).toContain('<!-- figures: ');
    expect(text).toBe(insertFigures(text, sources));
  });
});

describe('insertFigures', () => {
  it('writes every block of a page, and leaves the text around it', () => {
    const page = 'Before.\n<!-- figures: page -->\nold\n<!-- end of figures -->\nAfter.\n';
    expect(insertFigures(page, { results: {}, sizes: new Map(), parts: new Map() })).toBe(
      'Before.\n<!-- figures: page -->\nNot measured yet: `npm run bench -- page`.\n<!-- end of figures -->\nAfter.\n',
    );
  });
});
