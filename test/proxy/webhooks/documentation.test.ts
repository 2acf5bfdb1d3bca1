import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';
import { secret } from './receiver.ts';

/** Each with the file that its command runs. The script in JavaScript is the one of the page. */
const languages = [
  ['JavaScript', process.execPath, 'receive.mjs'],
  ['Python', 'python3', 'receive.py'],
  ['PHP', 'php', 'receive.php'],
  ['Ruby', 'ruby', 'receive.rb'],
] as const;

it.for(languages)(
  'the %s receiver of the docs accepts a signed webhook, and no other',
  async ([, command, file], { skip }) => {
    const script = await scriptOf(file);
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-receiver-'));
    await writeFile(join(folder, file), script);
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    const port = await freePort();
    const args = file.endsWith('.php') ? ['-S', `127.0.0.1:${port}`, file] : [file];
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
    const receiver = spawn(command, args, { cwd: folder, env });
    let output = '';
    let isMissing = false;
    for (const stream of [receiver.stdout, receiver.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
      });
    }
    receiver.on('error', () => {
      isMissing = true;
    });
    onTestFinished(async () => {
      receiver.kill();
      await rm(folder, { recursive: true, force: true });
    });

    const url = `http://127.0.0.1:${port}/`;
    const post = (headers: Record<string, string>, body: string) =>
      fetch(url, { method: 'POST', headers, body }).then(({ status }) => status);
    await until(
      'it listens',
      () =>
        post({}, '{}').then(
          () => true,
          () => isMissing,
        ),
      30_000,
    );
    // Not every machine has every language.
    if (isMissing) return skip(`${command} is not installed`);

    const body = JSON.stringify({ type: 'lead.accepted', data: { lead: 'the-lead', fields: { first_name: 'Zoë' } } });
    const signed = (now: Date) => ({
      'webhook-id': 'the-id',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('the-id', now, body)}`,
    });
    expect(await post(signed(new Date()), body)).toBe(204);
    expect(await post(signed(new Date()), `${body} `)).toBe(401);
    expect(await post(signed(new Date(Date.now() - 3_600_000)), body)).toBe(401);
    expect(await post({}, body)).toBe(401);
    await until('it prints the event', () => output.includes('lead.accepted the-lead'));
  },
);

async function scriptOf(file: string): Promise<string> {
  if (!file.endsWith('.mjs')) return readFile(`examples/webhooks/${file}`, 'utf8');
  const page = await readFile('docs/webhooks.md', 'utf8');
  return String(/^```js\n([\s\S]*?)^```/m.exec(page)?.[1]);
}
