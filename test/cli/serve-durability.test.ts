import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { noLimits } from '../proxy/support/harness.ts';
import { until } from '../support/until.ts';
import { runHere, startCommand } from './command.ts';

/** `serve` as a process on a disk that fills up or refuses writes while it runs. */
const adminToken = 'a-token-of-the-operator-0123456789';
const doctorReport = z.object({
  checks: z.array(z.object({ name: z.string(), state: z.string(), detail: z.string() })),
});

let folder: string;
let config: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadchat-disk-'));
  config = join(folder, 'leadchat.config.json');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** A file system of which the test chooses the size. */
function mountDisk(size: string): { path: string; resize(size: string): void } {
  const path = mkdtempSync(join(folder, 'disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]);
  onTestFinished(() => {
    execFileSync('umount', [path]);
  });
  return {
    path,
    resize: (next) => {
      execFileSync('mount', ['-o', `remount,size=${next}`, path]);
    },
  };
}

async function serve(store: string, logFile?: string) {
  // No service listens there, so the leads only wait.
  const service = { baseUrl: 'http://127.0.0.1:9/v1', hooksUrl: 'http://127.0.0.1:9', wssUrl: 'ws://127.0.0.1:9' };
  const flowId = 'f1000000-0000-4000-8000-000000000001';
  const origins = ['https://www.example.com'];
  writeFileSync(
    config,
    JSON.stringify({
      service: { ...service, apiKey: 'key' },
      flowId,
      origins,
      store,
      adminToken,
      limits: noLimits,
      minFillMs: 0,
    }),
  );
  const proxy = await startCommand(
    ['serve', '--config', config, '--port', '0', '--host', '127.0.0.1', '--json'],
    {},
    logFile,
  );
  onTestFinished(async () => {
    await proxy.end('SIGTERM');
  });
  const { proxy: url } = z.object({ proxy: z.url() }).parse(JSON.parse(proxy.firstLine));
  const get = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${adminToken}` } });
  return {
    ...proxy,
    async sendLead(): Promise<number> {
      const response = await fetch(`${url}/leads`, {
        method: 'POST',
        headers: {
          origin: 'https://www.example.com',
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({ form: 'default', fields: { phone: '+14155552671' } }),
      });
      return response.status;
    },
    readyz: async () => {
      const response = await get('/readyz');
      return { status: response.status, text: await response.text() };
    },
    metrics: async () => (await get('/metrics')).text(),
    overview: async () => z.object({ intake: z.unknown() }).parse(await (await get('/admin/api/overview')).json()),
  };
}

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
if (!canMount) console.warn('R18: the test with a nearly full disk is skipped, because it needs Linux and root.');
const canLimit = process.platform === 'linux' && existsSync('/usr/bin/prlimit');

describe('serve', () => {
  // Intake had a check of its own: while it refused every lead, /readyz, metrics, doctor and dashboard were content, and
  // the log said `backlog-full`.
  it.skipIf(!canMount)(
    'R18: says everywhere that the disk is nearly full, and accepts leads again when there is space',
    async () => {
      const disk = mountDisk('1g');
      const store = `sqlite:${join(disk.path, 'leads.db')}`;
      const proxy = await serve(store);
      expect(await proxy.sendLead()).toBe(202);
      expect((await proxy.readyz()).status).toBe(200);
      expect(await proxy.metrics()).toContain('leadchat_accepts_leads 1');
      expect(await proxy.overview()).toMatchObject({ intake: { state: 'open' } });

      disk.resize('100m');
      await until('a lead is refused', async () => (await proxy.sendLead()) === 503, 20_000, 50);
      await until('/readyz says no', async () => (await proxy.readyz()).status === 503, 20_000, 50);
      const reason = /\d+ MB are free on the disk of the database; leads are accepted from 200 MB on\./;
      expect((await proxy.readyz()).text).toMatch(reason);
      await until(
        'the metrics say so',
        async () => (await proxy.metrics()).includes('leadchat_accepts_leads 0'),
        20_000,
        50,
      );
      expect(await proxy.metrics()).toMatch(/^leadchat_store_free_bytes [1-9]\d{7,8}$/m);
      expect(await proxy.metrics()).toContain('leadchat_store_min_free_bytes 200000000');
      await until(
        'the dashboard says so',
        async () => JSON.stringify(await proxy.overview()).includes('closed'),
        20_000,
        50,
      );
      expect(await proxy.overview()).toMatchObject({
        intake: { state: 'closed', reason: expect.stringMatching(reason) },
      });
      expect(proxy.stderr()).toMatch(reason);
      expect(proxy.stderr()).not.toContain('backlog-full');
      const { stdout } = await runHere(['doctor', '--config', config, '--json']);
      const { checks } = doctorReport.parse(JSON.parse(stdout));
      expect(checks.find(({ name }) => name === 'store')).toMatchObject({
        state: 'failed',
        detail: expect.stringMatching(reason),
      });

      disk.resize('1g');
      await until('a lead is accepted again', async () => (await proxy.sendLead()) === 202, 20_000, 50);
      expect((await proxy.readyz()).status).toBe(200);
      await until(
        'the metrics say so',
        async () => (await proxy.metrics()).includes('leadchat_accepts_leads 1'),
        20_000,
        50,
      );
    },
  );

  it.skipIf(!canMount)('R18: the doctor warns before the first start on a disk that is too full', async () => {
    const disk = mountDisk('100m');
    const proxy = await serve(`sqlite:${join(folder, 'elsewhere.db')}`);
    await proxy.end('SIGTERM');
    const { stdout } = await runHere(['doctor', '--config', config, '--json'], {
      DATABASE_URL: `sqlite:${join(disk.path, 'leads.db')}`,
    });
    const { checks } = doctorReport.parse(JSON.parse(stdout));
    expect(checks.find(({ name }) => name === 'store')).toMatchObject({ state: 'failed' });
    expect(existsSync(join(disk.path, 'leads.db'))).toBe(false);
  });

  // The failed write of a line ended the process, whose last flush then repeated the write for ever: the proxy neither
  // responded nor ended.
  it.skipIf(!canMount)(
    'keeps running while the disk of its log is full, and logs again when there is space',
    async () => {
      const disk = mountDisk('16k');
      const logFile = join(disk.path, 'leadchat.log');
      const proxy = await serve(`sqlite:${join(folder, 'leads.db')}`, logFile);
      const isLogged = (bytes: number) => readFileSync(logFile).length >= bytes;
      while (!isLogged(16_000)) expect(await proxy.sendLead()).toBe(202);
      for (let lead = 0; lead < 20; lead++) expect(await proxy.sendLead()).toBe(202);
      expect((await proxy.readyz()).status).toBe(200);
      disk.resize('32k');
      const before = readFileSync(logFile, 'utf8').match(/lead-accepted/g)?.length ?? 0;
      expect(await proxy.sendLead()).toBe(202);
      await until(
        'the log continues',
        () => (readFileSync(logFile, 'utf8').match(/lead-accepted/g)?.length ?? 0) > before,
        20_000,
        50,
      );
      while (!isLogged(32_000)) expect(await proxy.sendLead()).toBe(202);
      for (let lead = 0; lead < 20; lead++) expect(await proxy.sendLead()).toBe(202);
      expect(await proxy.end('SIGTERM')).toBe(0);
    },
  );

  it.skipIf(!canLimit)('logs one line per reason and minute while the store fails', async () => {
    const proxy = await serve(`sqlite:${join(folder, 'leads.db')}`);
    execFileSync('/usr/bin/prlimit', ['--pid', String(proxy.pid), '--fsize=1:unlimited']);
    for (let lead = 0; lead < 30; lead++) expect(await proxy.sendLead()).toBe(503);
    expect((await proxy.readyz()).status).toBe(503);
    const lines = proxy.stderr().split('\n');
    expect(lines.filter((line) => line.includes('disk I/O error'))).toHaveLength(1);
    execFileSync('/usr/bin/prlimit', ['--pid', String(proxy.pid), '--fsize=unlimited:unlimited']);
  });

  // It told people to start it with the configuration of the proxy, which they had done.
  it.skipIf(!canMount)('R18: erase on a full disk says that the disk is full, and what to do', async () => {
    const disk = mountDisk('1g');
    const proxy = await serve(`sqlite:${join(disk.path, 'leads.db')}`);
    expect(await proxy.sendLead()).toBe(202);
    // Without a proxy, the command has to make its own write-ahead log: there is not one more byte.
    await proxy.end('SIGTERM');
    execFileSync('sh', ['-c', `cat /dev/zero > '${join(disk.path, 'filler')}' 2>/dev/null || true`]);
    const { code, stderr } = await runHere(['erase', '--phone', '+14155552671', '--config', config]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/disk|full/)]);
    expect(stderr).toContain('When it can be used again, start this command again.');
    expect(stderr).not.toContain('DATABASE_URL');
    rmSync(join(disk.path, 'filler'));
    const again = await runHere(['erase', '--phone', '+14155552671', '--config', config]);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Erased 1 lead.')]);
  });

  // A limit on the size of files makes every write fail as on a file system that turned read-only: SQLite has the files
  // open, and gets an error for each write. Reading still works, so everything that only read was content.
  it.skipIf(!canLimit)(
    'R18: says everywhere that the disk refuses writes, and accepts leads again afterwards',
    async () => {
      const proxy = await serve(`sqlite:${join(folder, 'leads.db')}`);
      const limit = (bytes: string) =>
        execFileSync('/usr/bin/prlimit', ['--pid', String(proxy.pid), `--fsize=${bytes}:unlimited`]);
      expect(await proxy.sendLead()).toBe(202);
      limit('1');
      expect(await proxy.sendLead()).toBe(503);
      await until('/readyz says no', async () => (await proxy.readyz()).status === 503, 20_000, 50);
      expect((await proxy.readyz()).text).toContain('the database cannot be used: disk I/O error');
      await until(
        'the metrics say so',
        async () => (await proxy.metrics()).includes('leadchat_accepts_leads 0'),
        20_000,
        50,
      );
      // What can be read is still shown.
      expect(await proxy.metrics()).toContain('leadchat_store_up 1');
      await until(
        'the dashboard says so',
        async () => JSON.stringify(await proxy.overview()).includes('disk I/O error'),
        20_000,
        50,
      );
      await until(
        'the log says so',
        async () => proxy.stderr().includes('"reason":"the database cannot be used: disk I/O error."'),
        20_000,
        50,
      );
      limit('unlimited');
      await until('a lead is accepted again', async () => (await proxy.sendLead()) === 202, 20_000, 50);
      expect((await proxy.readyz()).status).toBe(200);
    },
  );
});
