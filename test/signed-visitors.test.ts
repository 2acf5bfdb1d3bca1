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
  ['js', process.execPath, 'sign.mjs'],
  ['php', 'php', 'sign.php'],
  ['ruby', 'ruby', 'sign.rb'],
  ['python', 'python3', 'sign.py'],
] as const;

it.for(languages)(
  'the %s script of docs/signed-visitors.md signs a token that the proxy accepts',
  async ([language, command, file], { skip }) => {
    const page = await readFile('docs/signed-visitors.md', 'utf8');
    const scripts = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].filter((match) => match[1] === language);
    const script = scripts.find((match) => match[2]?.includes('LEADCHAT_IDENTITY_SECRET'))?.[2];
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-sign-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, file), String(script));
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
