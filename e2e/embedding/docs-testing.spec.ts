import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { expect } from 'playwright/test';
import { parseConfig, startProxyServer } from '../../src/proxy/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { codeBlocks } from '../../test/support/code-blocks.ts';
import { servedTest as test } from '../support/served-test.ts';

const [block] = codeBlocks('docs/testing.md', readFileSync('docs/testing.md', 'utf8')).filter(
  ({ language }) => language === 'ts',
);
const code = stripTypeScriptTypes(block?.code ?? '').replaceAll(/^import .*$/gm, '');
/** The code below is not in a file, but Playwright needs the location of each test, which it takes from the caller. */
const register = (title: string, body: Parameters<typeof test>[2]) => test(title, body);
const scope = { createServer, expect, test: register, parseConfig, startProxyServer, createSandbox };

// Runs the spec of docs/testing.md unchanged.
new Function(...Object.keys(scope), code)(...Object.values(scope));
