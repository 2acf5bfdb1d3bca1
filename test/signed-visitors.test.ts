import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createUserTokenReader } from '../src/proxy/intake/user-token.ts';
import { configOf } from './proxy/support/harness.ts';
import { identitySecret } from './support/sign-token.ts';

const run = promisify(execFile);
const languages = [
  ['JavaScript', process.execPath, 'sign.mjs'],
  ['PHP', 'php', 'sign.php'],
  ['Ruby', 'ruby', 'sign.rb'],
  ['Python', 'python3', 'sign.py'],
] as const;

it.for(languages)(
  'the %s script of the docs signs a token that the proxy accepts',
  async ([, command, file], { skip }) => {
    const script = await scriptOf(file);
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-sign-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, file), script);
    const env = { ...process.env, LEADCHAT_IDENTITY_SECRET: identitySecret };
    const printed = await run(command, [join(folder, file)], { env }).catch((error: { code?: unknown }) => {
      // Not every machine has every language.
      if (error.code === 'ENOENT') return skip(`${command} is not installed`);
      throw error;
    });
    const config = configOf({ identity: { secret: identitySecret }, forms: { default: { attributes: ['plan'] } } });
    const readUserToken = createUserTokenReader({ ...config, now: Date.now });
    expect(await readUserToken(printed.stdout.trim(), 'default')).toEqual({
      status: 'valid',
      visitor: { fields: { phone: '+14155552671', first_name: 'Zoë' }, attributes: { plan: 'pro' }, issues: [] },
    });
  },
);

/** The script in JavaScript is in the page, the others are examples. */
async function scriptOf(file: string): Promise<string> {
  if (!file.endsWith('.mjs')) return readFile(`examples/signed-visitors/${file}`, 'utf8');
  const page = await readFile('docs/signed-visitors.md', 'utf8');
  const scripts = [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, script = '']) => script);
  return String(scripts.find((script) => script.includes('LEADCHAT_IDENTITY_SECRET')));
}
