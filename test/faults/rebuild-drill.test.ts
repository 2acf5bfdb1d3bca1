import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { languageNames } from '../../src/i18n/index.ts';
import { ids, leadHeaders, noLimits, origin } from '../proxy/support/harness.ts';
import { recordFigure } from '../support/figures.ts';
import { until } from '../support/until.ts';

const adminToken = 'a-token-of-the-operator-0123456789';
const languages = Object.keys(languageNames);
const ready = z.object({ proxy: z.string() });

// The texts of a language that nobody had asked for were read from a file that the build had replaced: 500 for the script.
it('D1: a proxy serves everything after its own code is gone from the disk', async ({ task }) => {
  const folder = await installation();
  const proxy = await serve(folder);
  await removeCode(folder);

  const statuses: Record<string, number> = {};
  const get = async (path: string, headers: Record<string, string> = {}) => {
    statuses[`${path} ${Object.values(headers).join()}`] = (await fetch(proxy.url + path, { headers })).status;
  };
  for (const language of languages) await get('/leadchat.js', { 'accept-language': language });
  const bearer = { authorization: `Bearer ${adminToken}` };
  // The store's second thread starts for the first of these.
  for (const path of ['/admin/api/leads', '/admin/api/overview', '/admin/api/funnel']) await get(path, bearer);
  for (const path of ['/metrics', '/readyz', '/config', '/admin']) await get(path);
  const sent = await fetch(`${proxy.url}/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...leadHeaders() },
    body: JSON.stringify({ form: 'default', fields: { phone: '+14155552671' } }),
  });
  expect(sent.status).toBe(202);
  expect(Object.entries(statuses).filter(([, status]) => status !== 200)).toEqual([]);
  const counted = await (await fetch(`${proxy.url}/metrics`)).text();
  expect(counted).toContain('leadchat_leads{state="pending"} 1');

  process.kill(proxy.pid, 'SIGHUP');
  await until('the configuration is read', () => proxy.errors().includes('"msg":"configuration-read"'));
  expect(await proxy.stop()).toBe(0);
  expect(proxy.errors()).not.toMatch(/ERR_MODULE_NOT_FOUND|request-failed|store-failed/);
  recordFigure(task, {
    did: 'requests to a proxy whose code and dashboard were deleted under it, the script in every language',
    times: Object.keys(statuses).length + 1,
    found: 'all are answered, a lead is stored, the configuration is read again, and the proxy ends with 0',
  });
});

/** dist/ of the last build, as `npm ci` puts it on a server. */
async function installation(): Promise<string> {
  if (!existsSync('dist/server/cli/main.js')) throw new Error('dist/ has no server: run npm run build first');
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-rebuild-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'dist'));
  for (const name of ['server', 'assets', 'admin'])
    await cp(`dist/${name}`, join(folder, 'dist', name), { recursive: true });
  for (const name of ['leadchat.js', 'panel.js', 'integrity.json'])
    await cp(`dist/${name}`, join(folder, 'dist', name));
  await cp('package.json', join(folder, 'package.json'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const config = {
    service: {
      baseUrl: 'http://127.0.0.1:9/v1',
      hooksUrl: 'http://127.0.0.1:9',
      wssUrl: 'ws://127.0.0.1:9',
      apiKey: 'fake-key',
    },
    ...{ flowId: ids.flow, origins: [origin], store: 'sqlite:leads.db', limits: noLimits, minFillMs: 0, adminToken },
  };
  await writeFile(join(folder, 'leadchat.config.json'), JSON.stringify(config));
  return folder;
}

/** What a build does to the files of the one before, at its worst moment. */
async function removeCode(folder: string): Promise<void> {
  const server = join(folder, 'dist/server');
  for (const name of await readdir(server)) await rm(join(server, name), { recursive: true });
  await writeFile(join(server, 'store-thread.js'), "throw new Error('the thread of another build');\n");
}

async function serve(folder: string) {
  const args = ['dist/server/cli/main.js', 'serve', '--json', '--host', '127.0.0.1', '--port', '0'];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error(`the proxy ended: ${errors}`))),
  ]);
  const { proxy: url } = ready.parse(JSON.parse(String(line)));
  if (child.pid === undefined) throw new Error('the proxy has no process');
  return {
    ...{ url, pid: child.pid, errors: () => errors },
    async stop(): Promise<unknown> {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
}
