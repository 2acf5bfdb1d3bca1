import { writeFileSync } from 'node:fs';
import { countryTableSource } from './country-table.ts';

writeFileSync('src/countries/table.ts', countryTableSource());
