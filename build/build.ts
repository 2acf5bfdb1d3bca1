import { readdir, rm } from 'node:fs/promises';
import { buildPackage } from './package.ts';
import { buildWidget } from './widget.ts';

/** Everything in dist/; with --widget only what a browser loads by the script tag, which is all that the demo needs. */
const widgetOnly = process.argv.includes('--widget');
const ofPackage = ['browser', 'server', 'types'];

for (const name of await readdir('dist').catch(() => [])) {
  if (!widgetOnly || !ofPackage.includes(name)) await rm(`dist/${name}`, { recursive: true, force: true });
}
await buildWidget();
if (!widgetOnly) await buildPackage();
