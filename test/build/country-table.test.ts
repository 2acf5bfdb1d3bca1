import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { countryTableSource } from '../../build/country-table.ts';

const source = readFileSync('src/countries/table.ts', 'utf8');

it('the table of countries is what the metadata says: `npm run countries` writes it', () => {
  expect(source).toBe(countryTableSource());
});

it('the table of countries takes at most 3 kB of what a visitor loads, and docs/decisions.md says how much', () => {
  const { byteLength } = brotliCompressSync(source);
  expect(byteLength).toBeLessThan(3_000);
  expect(readFileSync('docs/decisions.md', 'utf8')).toContain(`a table of ${(byteLength / 1000).toFixed(1)} kB`);
});
