import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { portAdvice } from '../../src/cli/arguments.ts';
import { describeFailure } from '../../src/cli/run.ts';
import { openSqliteStore } from '../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { callPlan, newLead, stored } from '../proxy/store/contract.ts';
import { freePort } from '../support/free-port.ts';
import { runCommand, runHere, startCommand } from './command.ts';

const commands = ['demo', 'serve', 'sandbox', 'doctor', 'snippet', 'export', 'erase', 'block', 'unblock'];

/** The machine's own Node, if it is older than what leadchat needs. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  const version = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return version !== '' && (major < 22 || (major === 22 && minor < 18));
});

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-cli-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const config = {
  service: {
    baseUrl: 'http://localhost:1/v1',
    hooksUrl: 'http://localhost:1',
    wssUrl: 'ws://localhost:1',
    apiKey: 'k',
  },
  flowId: 'f1000000-0000-4000-8000-000000000001',
  origins: ['https://www.example.com'],
};

async function configFile(content: unknown): Promise<string> {
  const file = join(folder, 'leadchat.config.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

describe('leadchat', () => {
  it('lists all commands in its help', async () => {
    const { code, stdout } = await runCommand(['--help']);
    expect(code).toBe(0);
    const listed = [...stdout.matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, name]) => name);
    expect(listed).toEqual(commands);
  });

  it.each(commands)('explains %s', async (name) => {
    const { code, stdout } = await runHere([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: leadchat ${name} `);
  });

  it('says of export and erase what they print and delete of a person, as docs/operations.md does', async () => {
    const of = ['leads', 'calls', 'enrolments', 'webhooks', 'ratings', 'notes'];
    const { stdout: printed } = await runHere(['export', '--help']);
    for (const kind of [...of, 'what operators have done', 'a block']) expect(printed).toContain(kind);
    expect(printed).toContain('`names`');
    const { stdout: deleted } = await runHere(['erase', '--help']);
    for (const kind of of.slice(1)) expect(deleted).toContain(kind);
    expect(deleted).toContain('what operators have done');
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await runCommand(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.skipIf(oldNode === undefined)('says on an older Node which version it needs', async () => {
    // Like the build's output: this file alone, without types.
    const file = join(folder, 'main.mjs');
    await writeFile(file, stripTypeScriptTypes(await readFile('src/cli/main.ts', 'utf8')));
    const { status, stdout, stderr } = spawnSync(oldNode ?? '', [file, 'serve'], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^\[leadchat\] leadchat needs Node 22\.18 or newer, this is v\d+\.\d+\.\d+ \(.*\)\.\n$/);
  });

  it('refuses an unknown command with exit code 2', async () => {
    const { code, stderr } = await runCommand(['dance']);
    expect(code).toBe(2);
    expect(stderr).toContain('"dance"');
  });

  it('refuses an unknown option with exit code 2', async () => {
    const { code, stderr } = await runHere(['sandbox', '--colour', 'red']);
    expect(code).toBe(2);
    expect(stderr).toContain('--colour');
  });

  it('refuses an invalid port with exit code 2, and names the option or variable', async () => {
    const asOption = await runHere(['sandbox', '--port', '70000']);
    expect(asOption).toMatchObject({ code: 2, stderr: expect.stringContaining('--port') });
    const asVariable = await runHere(['sandbox'], { LEADCHAT_SANDBOX_PORT: 'many' });
    expect(asVariable).toMatchObject({ code: 2, stderr: expect.stringContaining('LEADCHAT_SANDBOX_PORT') });
  });

  it('names a port that is taken, and exits with code 1', async () => {
    const server = createServer().listen(0);
    await new Promise((done) => server.once('listening', done));
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const ended = await runCommand(['sandbox', '--port', port]);
    server.close();
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(port);
    expect(ended.stderr).toContain('taken');
    expect(ended.stderr).toContain('leadchat sandbox --port N');
  });

  // Once it was a stack trace, one line of JSON for each of its lines, and systemd tried again every second.
  it('says of a port that needs more rights that a reverse proxy serves it', async () => {
    const refused = { code: 'EACCES', syscall: 'listen', address: '0.0.0.0', port: 80 };
    const error = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), refused);
    const { message, code } = await describeFailure(error, 'serve');
    expect(code).toBe(2);
    expect(message).toMatch(/^port 80 is one .*a reverse proxy serve 80 and 443: leadchat serve --port N/);
  });

  it('names the whole command for another port, as it was started, and the variables of all ports of the demo', () => {
    expect(portAdvice('serve', 'serve')).toContain('npm run serve -- --port N');
    expect(portAdvice('serve', 'my-server')).toContain('leadchat serve --port N');
    const advice = portAdvice('demo', 'start');
    for (const part of ['npm start -- --port N', 'LEADCHAT_PROXY_PORT=N', 'LEADCHAT_SANDBOX_PORT=N', '--port 0']) {
      expect(advice).toContain(part);
    }
  });
});

describe('leadchat sandbox', () => {
  it('prints its address as the first line with --json, responds there, and exits with 0 on SIGTERM', async () => {
    const sandbox = await startCommand(['sandbox', '--port', '0', '--json']);
    const addresses = JSON.parse(sandbox.firstLine);
    expect(Object.keys(addresses)).toEqual(['sandbox']);
    expect((await fetch(`${addresses.sandbox}/sandbox/state`)).status).toBe(200);
    expect(await sandbox.end('SIGTERM')).toBe(0);
  });

  // Only Linux accepts connections at all of 127.0.0.0/8.
  it.skipIf(process.platform !== 'linux')('listens only on the address of --host', async () => {
    const sandbox = await startCommand(['sandbox', '--port', `${await freePort()}`, '--host', '127.0.0.2', '--json']);
    const { port, href } = new URL(JSON.parse(sandbox.firstLine).sandbox);
    expect(href).toBe(`http://127.0.0.2:${port}/`);
    expect((await fetch(`${href}sandbox/state`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/sandbox/state`)).rejects.toThrow();
    await sandbox.end('SIGTERM');
  });

  it.each(['192.0.2.1', 'no.such.host.invalid'])('refuses --host %s with exit code 2 and no stack', async (host) => {
    const { code, stderr } = await runCommand(['sandbox', '--port', '0', '--host', host]);
    expect(code).toBe(2);
    expect(stderr).toContain(host);
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    ['--flow', 'abc'],
    ['--data', '/no/such/folder/sandbox.db'],
    ['--message-frame', '{"type":"message"}'],
    ['--message-frame', '{text}'],
  ])('refuses %s %s with exit code 2 and no stack', async (option, value) => {
    const { code, stderr } = await runHere(['sandbox', '--port', '0', option, value]);
    expect(code).toBe(2);
    expect(stderr).toContain(value);
    expect(stderr).not.toContain('    at ');
  });

  it('names every problem of a script that it cannot use', async () => {
    const file = join(folder, 'script.json');
    await writeFile(file, '{"greeting": 5}');
    const { code, stderr } = await runHere(['sandbox', '--port', '0', '--script', file]);
    expect(code).toBe(2);
    expect(stderr).toContain('greeting');
  });
});

describe('leadchat serve', () => {
  it('prints its address as the first line with --json, responds there, and exits with 0 on SIGINT', async () => {
    const file = await configFile({ ...config, store: `sqlite:${join(folder, 'leads.db')}` });
    const proxy = await startCommand(['serve', '--port', '0', '--json', '--config', file]);
    const addresses = JSON.parse(proxy.firstLine);
    expect(Object.keys(addresses)).toEqual(['proxy']);
    expect((await fetch(`${addresses.proxy}/healthz`)).status).toBe(200);
    expect(await proxy.end('SIGINT')).toBe(0);
    const started = JSON.parse(proxy.stderr().split('\n')[0] ?? '');
    expect(started).toMatchObject({
      msg: 'started',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      configuration: file,
      store: join(folder, 'leads.db'),
      url: addresses.proxy,
    });
  });

  it('warns of a misspelt variable and a missing admin token', async () => {
    // Only doctor named them. serve ignored what was meant to set it without a word.
    const file = await configFile({ ...config, store: `sqlite:${join(folder, 'leads.db')}` });
    const env = { LEADCHAT_ADMIN_TOKN: 'canary-token', LEADCHAT_OF_THE_FILE: 'canary' };
    const proxy = await startCommand(['serve', '--port', '0', '--json', '--config', file], env);
    expect(await proxy.end('SIGTERM')).toBe(0);
    const lines = proxy.stderr().trim().split('\n');
    const hint = 'LEADCHAT_ADMIN_TOKN is not a variable of leadchat. Did you mean LEADCHAT_ADMIN_TOKEN?';
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    expect(warnings).toEqual([
      expect.objectContaining({ msg: 'variable-ignored', hint }),
      expect.objectContaining({ msg: 'no-dashboard', hint: expect.stringContaining('LEADCHAT_ADMIN_TOKEN') }),
    ]);
    expect(proxy.stderr()).not.toContain('canary-token');
  });

  it('refuses a store that belongs to another service with exit code 2, unless --adopt-store takes it over', async () => {
    const path = join(folder, 'leads.db');
    const owner = { service: 'https://other.example/v1', mode: 'claim' } as const;
    const store = await openSqliteStore(path, { minFreeBytes: 0, owner });
    await store.accept(newLead());
    await store.close();
    const args = ['--port', '0', '--config', await configFile({ ...config, store: `sqlite:${path}` })];
    const { code, stderr } = await runCommand(['serve', ...args]);
    expect(code).toBe(2);
    for (const part of [path, 'https://other.example/v1', 'http://localhost:1/v1']) expect(stderr).toContain(part);
    expect(await runHere(['doctor', '--config', join(folder, 'leadchat.config.json')])).toMatchObject({
      stdout: expect.stringMatching(/failed +store +.*belongs to the service https:\/\/other\.example\/v1/),
    });
    const adopted = await startCommand(['serve', '--adopt-store', '--json', ...args]);
    expect(await adopted.end('SIGTERM')).toBe(0);
    const again = await startCommand(['serve', '--json', ...args]);
    expect(await again.end('SIGTERM')).toBe(0);
  });

  it('says that a folder has no configuration file, before it lists what is missing', async () => {
    const { code, stderr } = await runCommand(['serve', '--port', '0'], {}, folder);
    expect(code).toBe(2);
    expect(stderr.split('\n')[1]).toContain(`no configuration file found in ${folder}`);
    // The log is JSON, so whoever collects it sees only errors in this form.
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    for (const line of lines)
      expect(line).toMatchObject({ level: 50, msg: 'start-failed', reason: expect.any(String) });
    expect(stderr).toContain('LEADCHAT_FLOW_ID');
  });

  it('listens on the address of --host', async () => {
    const file = await configFile({ ...config, store: `sqlite:${join(folder, 'leads.db')}` });
    const proxy = await startCommand(['serve', '--port', '0', '--host', '127.0.0.1', '--json', '--config', file]);
    const { proxy: url } = JSON.parse(proxy.firstLine);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await proxy.end('SIGTERM');
  });

  it('accepts every page with --dev, not only the configured ones, and warns about it', async () => {
    const file = await configFile({ ...config, store: `sqlite:${join(folder, 'leads.db')}` });
    const proxy = await startCommand(['serve', '--dev', '--port', '0', '--json', '--config', file]);
    const { proxy: url } = JSON.parse(proxy.firstLine);
    for (const origin of ['http://localhost:5173', ...config.origins]) {
      const response = await fetch(`${url}/leads`, { method: 'POST', headers: { origin } });
      expect((await response.json()).code).not.toBe('origin-not-allowed');
    }
    expect(proxy.stderr()).toContain('every page may call this proxy');
    await proxy.end('SIGTERM');
  });

  it('names every problem of its configuration at once, never the key, and ends with exit code 2', async () => {
    const file = await configFile({
      ...config,
      service: { ...config.service, baseUrl: 'not an address', apiKey: 'canary-key' },
      flowId: 'flow-1',
      origins: ['*'],
    });
    const { code, stderr } = await runCommand(['serve', '--port', '0', '--config', file]);
    expect(code).toBe(2);
    for (const part of ['service.baseUrl', 'flowId', 'origins']) expect(stderr).toContain(part);
    expect(stderr).not.toContain('canary-key');
  });

  it('refuses a webhook to a private address with exit code 2, and shows neither its URL nor its secret', async () => {
    const secret = `whsec_${btoa('a secret of thirty-two bytes ...')}`;
    const file = await configFile({ ...config, webhooks: [{ url: 'https://10.0.0.1/hook?key=canary', secret }] });
    const { code, stderr } = await runCommand(['serve', '--port', '0', '--config', file]);
    expect(code).toBe(2);
    expect(stderr).toContain('10.0.0.1');
    expect(stderr).not.toMatch(/canary|whsec_/);
  });

  it('refuses a store that it cannot open with exit code 2 and no stack', async () => {
    const file = await configFile({ ...config, store: 'sqlite:/no/such/folder/leads.db' });
    const { code, stderr } = await runCommand(['serve', '--port', '0', '--config', file]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/\/no\/such\/folder\/leads\.db.* cannot be opened: its folder does not exist; create it/);
    expect(stderr).not.toContain('    at ');
  });

  it('refuses a store that is not a database with exit code 2', async () => {
    const letter = join(folder, 'letter.txt');
    await writeFile(letter, 'this is a letter to my aunt, and no database at all\n'.repeat(100));
    const file = await configFile({ ...config, store: `sqlite:${letter}` });
    const { code, stderr } = await runCommand(['serve', '--port', '0', '--config', file]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/letter\.txt.* cannot be opened: it is another file than a database of SQLite/);
  });

  // The service manager starts the proxy again: after a boot the database may start later than the proxy.
  it('ends with exit code 1 while its database does not respond, and names it without the password', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const file = await configFile({ ...config, store: `postgres://user:canary@${host}/leads` });
    const { code, stderr } = await runCommand(['serve', '--port', '0', '--config', file]);
    expect(code).toBe(1);
    expect(stderr).toContain(`the database leads at ${host} cannot be used: no server listens there (ECONNREFUSED)`);
    expect(stderr).not.toMatch(/canary| {4}at /);
  });

  it('lets the environment override the file', async () => {
    const file = await configFile({ ...config, store: `sqlite:${join(folder, 'leads.db')}` });
    const { code, stderr } = await runCommand(['serve', '--port', '0', '--config', file], {
      LEADCHAT_FLOW_ID: 'wrong',
    });
    expect(code).toBe(2);
    expect(stderr).toContain('LEADCHAT_FLOW_ID');
  });
});

describe('leadchat export', () => {
  it('prints what the store holds about a phone as JSON, and needs a phone with its country code', async () => {
    const store = join(folder, 'leads.db');
    const file = await configFile({ ...config, store: `sqlite:${store}` });
    await (await openSqliteStore(store)).close();
    const { code, stdout, stderr } = await runCommand(['export', '--phone', '+1 415 555 2671', '--config', file]);
    expect(code).toBe(0);
    expect(stderr).toBe(`[leadchat] store: ${store}\n`);
    expect(JSON.parse(stdout)).toMatchObject({
      phone: '14155552671',
      leads: [],
      calls: [],
      enrolments: [],
      webhooks: [],
    });
    const national = await runHere(['export', '--phone', '4155552671', '--config', file]);
    expect(national.stderr).toContain('4155552671 was read as +1 415 555 2671 (US)');
    expect(JSON.parse(national.stdout).phone).toBe('14155552671');
    expect(await runHere(['export', '--config', file])).toMatchObject({ code: 2 });
    expect(await runHere(['export', '--phone', '555', '--config', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--phone'),
    });
  });
});

describe.each(['export', 'erase', 'block', 'unblock'])('leadchat %s', (name) => {
  it('fails when the store does not exist, and does not create it', async () => {
    const file = await configFile({ ...config, store: 'sqlite:./leadchat.db' });
    const { code, stdout, stderr } = await runHere([name, '--phone', '+14155552671', '--config', file]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${join(folder, 'leadchat.db')} does not exist`);
    expect(stderr).toContain('DATABASE_URL');
    expect(await readdir(folder)).toEqual(['leadchat.config.json']);
  });

  it('leaves another database as it is', async () => {
    const path = join(folder, 'other.db');
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE letters (text TEXT)');
    other.close();
    const before = await readFile(path);
    const file = await configFile({ ...config, store: `sqlite:${path}` });
    const { code, stderr } = await runHere([name, '--phone', '+14155552671', '--config', file]);
    expect(code).toBe(1);
    expect(stderr).toContain(`${path} is no store of leadchat`);
    expect(await readFile(path)).toEqual(before);
  });
});

describe('leadchat erase', () => {
  // It told people to start it with the configuration of the proxy, which they had done.
  it('says of a store of a newer build only that', async () => {
    const path = join(folder, 'leads.db');
    await (await openSqliteStore(path)).close();
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const file = await configFile({ ...config, store: `sqlite:${path}` });
    const { code, stderr } = await runHere(['erase', '--phone', '+14155552671', '--config', file]);
    expect(code).toBe(1);
    expect(stderr).toContain('use a newer leadchat, or restore the backup from before the upgrade.');
    expect(stderr).not.toContain('DATABASE_URL');
  });
});

describe('leadchat block and unblock', () => {
  it('block a number for all proxies of the store, and erase leaves the block and says so', async () => {
    const store = `sqlite:${join(folder, 'leads.db')}`;
    const file = await configFile({ ...config, store });
    const proxies = await openSqliteStore(join(folder, 'leads.db'), { minFreeBytes: 0 });
    const phone = ['--phone', '(415) 555-2671', '--config', file];
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runHere(args);
      return { code, stdout, reading: /was read as (.*)/.exec(stderr)?.[1] };
    };
    const blocked = { code: 0, stdout: 'Blocked the number.\n', reading: '+1 415 555 2671 (US)' };
    expect(await run('block', ...phone, '--reason', 'a letter', '--by', 'Ada')).toEqual(blocked);
    expect(await proxies.findBlock('14155552671')).toMatchObject({ by: 'Ada', reason: 'a letter' });
    expect((await run('block', ...phone)).stdout).toBe('The number was blocked already.\n');
    const erased = await run('erase', ...phone);
    expect(erased.stdout).toContain('Erased 0 leads.');
    expect(erased.stdout).toContain('stays on the block list, as a hash');
    expect(JSON.parse((await run('export', ...phone)).stdout).block).toMatchObject({ by: 'Ada', reason: 'a letter' });
    expect((await run('unblock', ...phone)).stdout).toBe('Unblocked the number.\n');
    expect((await run('unblock', ...phone)).stdout).toBe('The number was not blocked.\n');
    expect(await proxies.listBlocks()).toEqual([]);
    await run('block', ...phone);
    expect((await proxies.listBlocks()).map(({ by }) => by)).toEqual(['command']);
    expect((await run('erase', ...phone)).stdout).toContain('unblock');
    await proxies.close();
  });

  // The receivers of a proxy beside it learned nothing of the calls that the command had cancelled.
  it.each([true, false])(
    'tells all receivers of webhooks which calls it cancels (adminSettings: %s)',
    async (adminSettings) => {
      const webhooks = [
        { name: 'crm', format: 'slack', url: 'https://crm.example.com/hook' },
        { format: 'slack', url: 'https://log.example.com/hook', events: ['call.ended'], states: ['cancelled'] },
        { name: 'leads', format: 'slack', url: 'https://leads.example.com/hook', events: ['lead.delivered'] },
      ];
      const file = await configFile({
        ...config,
        store: `sqlite:${join(folder, 'leads.db')}`,
        webhooks,
        adminSettings,
      });
      const store = await openSqliteStore(join(folder, 'leads.db'), { minFreeBytes: 0 });
      await store.saveReceiver({
        ...{ name: 'team', version: 1, at: 0, by: 'Ada', format: 'slack', events: ['call.ended'], sealed: '' },
      });
      const lead = await stored(store, { phone: '14155552671' });
      const plannedAt = Date.now() + 3_600_000;
      await store.requestCall(lead, callPlan({ plannedAt, expiresAt: plannedAt + 90_000 }));
      const { stdout } = await runHere(['block', '--phone', '+14155552671', '--config', file]);
      expect(stdout).toBe('Blocked the number. Cancelled 1 planned call.\n');
      const told = (await store.listWebhooks({ lead })).map(({ receiver, facts }) => [
        receiver,
        facts.type,
        facts.state,
      ]);
      const receivers = ['crm', 'https://log.example.com/hook', ...(adminSettings ? ['team'] : [])];
      expect(told.sort()).toEqual(receivers.map((receiver) => [receiver, 'call.ended', 'cancelled']));
      await store.close();
    },
  );
});

describe('leadchat doctor', () => {
  it('finds no problem with a sandbox as the service, exits with 0, and prints JSON on request', async () => {
    const sandbox = await startCommand(['sandbox', '--port', '0', '--json']);
    const address: string = JSON.parse(sandbox.firstLine).sandbox;
    const service = {
      baseUrl: `${address}/v1`,
      hooksUrl: address,
      wssUrl: address.replace('http', 'ws'),
      apiKey: 'sandbox-key',
    };
    const file = await configFile({ ...config, service, store: `sqlite:${join(folder, 'leads.db')}` });
    expect(await runCommand(['doctor', '--config', file])).toMatchObject({ code: 0 });
    const { code, stdout } = await runHere(['doctor', '--config', file, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    await sandbox.end('SIGTERM');
  });

  it('names what it cannot reach and what to do about it, and exits with 1', async () => {
    const file = await configFile({ ...config, store: `sqlite:${join(folder, 'leads.db')}` });
    const { code, stdout } = await runHere(['doctor', '--config', file]);
    expect(code).toBe(1);
    expect(stdout).toContain('LEADCHAT_BASE_URL');
  });

  it('exits with 2 for an unusable configuration, like serve', async () => {
    const file = await configFile({ ...config, origins: 'everywhere' });
    const { code, stdout, stderr } = await runHere(['doctor', '--config', file]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('`origins` (LEADCHAT_ORIGINS) must be');
    const asJson = await runHere(['doctor', '--config', file, '--json']);
    expect(asJson).toMatchObject({ code: 2, stderr });
    expect(JSON.parse(asJson.stdout)).toMatchObject({ ok: false });
  });
});
