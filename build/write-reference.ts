import { writeFileSync } from 'node:fs';
import { openApi } from './openapi.ts';
import { reference } from './reference.ts';

writeFileSync('docs/reference.md', reference());
writeFileSync('docs/openapi.json', `${JSON.stringify(openApi(), null, 2)}\n`);
