import { rm } from 'node:fs/promises';
import { buildPackage } from './package.ts';
import { buildWidget } from './widget.ts';

/** Everything in dist/; with --widget only what a browser loads by the script tag, which is all that the demo needs. */
await rm('dist', { recursive: true, force: true });
await buildWidget();
if (!process.argv.includes('--widget')) await buildPackage();
