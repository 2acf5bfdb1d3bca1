import { readFileSync, writeFileSync } from 'node:fs';
import { insertFigures, pagesWithFigures, readResults } from './figures.ts';
import { measureParts } from './measure-parts.ts';
import { measureSizes } from './measure-sizes.ts';

/** `npm run figures`: copies the results of `npm run bench` and the sizes of the build into the pages that show them. */
const sources = { results: readResults(), sizes: measureSizes('dist'), parts: measureParts('dist') };
for (const page of pagesWithFigures) writeFileSync(page, insertFigures(readFileSync(page, 'utf8'), sources));
