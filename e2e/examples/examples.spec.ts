import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'playwright/test';
import { freePort } from '../../test/support/free-port.ts';
import { until } from '../support/poll.ts';
import { startStack } from '../support/start-stack.ts';
import { examples } from './examples.ts';

/** The folder where main.ts installs the examples. */
const installed = process.env.LEADCHAT_EXAMPLES ?? '';

for (const [index, [name, example]] of Object.entries(examples).entries()) {
  test(`the example ${name} builds, collects a lead and chats`, async ({ page }) => {
    const folder = join(installed, name);
    const port = `${await freePort()}`;
    const url = `http://localhost:${port}`;
    const { stack, stop } = await startStack({ more: { origins: [url] } });
    let server: ChildProcess | undefined;
    try {
      const env = { ...process.env, ...example.environment({ stack, url, folder }) };
      await promisify(execFile)('npm', ['run', 'build'], { cwd: folder, env, maxBuffer: 1e8 }).catch((error) => {
        throw new Error(`the example ${name} does not build:\n${error.stdout}${error.stderr}`);
      });
      // In a separate process group, since npm and the frameworks start further processes.
      server = spawn('npm', example.serve(port), {
        cwd: folder,
        env,
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      await until(
        `the example ${name}`,
        async () => (await fetch(url)).status,
        (status) => status === 200,
        60_000,
      );
      await example.journey(page, { stack, url, phone: `(415) 555-26${70 + index}` });
    } finally {
      if (server?.pid !== undefined) await end(server, server.pid);
      await stop();
    }
  });
}

async function end(server: ChildProcess, group: number): Promise<void> {
  if (server.exitCode !== null) return;
  const gone = new Promise((done) => server.once('exit', done));
  process.kill(-group);
  await gone;
}
