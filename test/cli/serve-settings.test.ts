import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../support/until.ts';
import { runHere, startCommand } from './command.ts';

const adminToken = 'canary-admin-token-0001';
const config = {
  service: {
    ...{ baseUrl: 'http://localhost:1/v1', hooksUrl: 'http://localhost:1', wssUrl: 'ws://localhost:1' },
    apiKey: 'canary-api-key',
  },
  flowId: 'f1000000-0000-4000-8000-000000000001',
  origins: ['https://www.example.com'],
  adminToken,
  widget: { title: 'From the file' },
};

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-settings-'));
  file = join(folder, 'leadchat.config.js');
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const write = (content: object) => writeFile(file, `export default ${JSON.stringify(content)};`);

async function serve() {
  const running = await startCommand(['serve', '--json', '--port', '0', '--config', file]);
  onTestFinished(() => running.end('SIGTERM').then(() => {}));
  const { proxy } = JSON.parse(running.firstLine);
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  return {
    ...running,
    widget: async () => (await (await fetch(`${proxy}/config`)).json()).widget,
    save: async (body: object) =>
      (await fetch(`${proxy}/admin/api/settings`, { method: 'PUT', headers, body: JSON.stringify(body) })).status,
    events: () =>
      running
        .stderr()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line): Record<string, unknown> => JSON.parse(line)),
    hangUp: () => process.kill(running.pid ?? 0, 'SIGHUP'),
  };
}

/** Sends the signal once the command listens for it, and says how much it has loaded by then. */
const signalAtFirstListener = `
  import { registerHooks } from 'node:module';
  let files = 0;
  registerHooks({ load(url, context, next) { if (url.includes('/src/proxy/')) files++; return next(url, context); } });
  process.on('newListener', function signal(name) {
    if (name !== 'SIGHUP') return;
    process.off('newListener', signal);
    process.stderr.write('signalled before ' + files + ' files of the proxy\\n');
    setImmediate(() => process.kill(process.pid, 'SIGHUP'));
  });
`;

describe('serve', () => {
  it('reads a changed file on SIGHUP, names what needs a restart, and keeps the earlier one when it is unusable', async () => {
    await write(config);
    const { widget, hangUp, events } = await serve();
    const lines = (event: string) => events().filter(({ msg }) => msg === event);
    expect(await widget()).toEqual({ title: 'From the file' });

    await write({ ...config, widget: { title: 'Changed' }, retentionDays: 3 });
    hangUp();
    await until('the file is read', () => lines('configuration-read').length === 1);
    expect(lines('configuration-read')[0]).toMatchObject({ applied: 'widget', needRestart: 'retentionDays' });
    expect(await widget()).toEqual({ title: 'Changed' });

    await write({ ...config, widget: { title: 'Broken' }, origins: [] });
    hangUp();
    await until('the file is refused', () => lines('configuration-refused').length === 1);
    expect(lines('configuration-refused')[0]?.problems).toContain('`origins` (LEADCHAT_ORIGINS)');
    await writeFile(file, 'export default {');
    hangUp();
    await until('the file is refused', () => lines('configuration-refused').length === 2);
    expect(await widget()).toEqual({ title: 'Changed' });
  });

  // The proxy and doctor refused the file: they knew the fields of the file alone.
  it('starts, and doctor agrees, with a webhook that names a field which was saved in the dashboard', async () => {
    const store = `sqlite:${join(folder, 'leads.db')}`;
    await write({ ...config, store });
    const first = await serve();
    const forms = { default: { fields: [{ name: 'team_size', type: 'text' }] } };
    expect(await first.save({ version: 0, forms })).toBe(200);
    await first.end('SIGTERM');

    const format = { size: '{team_size}', typo: '{taem_size}' };
    await write({ ...config, store, webhooks: [{ name: 'crm', url: 'https://crm.example.com/hook', format }] });
    const second = await serve();
    await until('it has started', () => second.events().some(({ msg }) => msg === 'started'));
    expect(second.events().filter(({ msg }) => msg === 'webhook-format')).toMatchObject([
      { receiver: 'crm', problem: 'contains {taem_size}, which no lead has; use {team_size}' },
    ]);
    const { stdout, code } = await runHere(['doctor', '--json', '--config', file]);
    expect(code).toBe(1);
    const { checks }: { checks: { name: string; detail: string; state: string }[] } = JSON.parse(stdout);
    expect(checks.filter(({ detail }) => detail.includes('its format'))).toEqual([
      expect.objectContaining({
        name: 'webhook crm',
        state: 'warning',
        detail: expect.stringContaining('{taem_size}'),
      }),
    ]);
  });

  // The process ended with 129, without a line, until it listened for the signal.
  it('survives a SIGHUP while it starts, and reads the file again', async () => {
    // The signal comes while the file is read, here and at the first reload.
    await writeFile(file, `process.kill(process.pid, 'SIGHUP');\nexport default ${JSON.stringify(config)};`);
    const { events, end } = await serve();
    await until(
      'the file is read again',
      () => events().filter(({ msg }) => msg === 'configuration-read').length === 2,
    );
    expect(await end('SIGTERM')).toBe(0);
  });

  it('listens for it before it loads anything', async () => {
    const preload = `data:text/javascript,${encodeURIComponent(signalAtFirstListener)}`;
    await write(config);
    const running = await startCommand(['serve', '--json', '--port', '0', '--config', file], {
      NODE_OPTIONS: `--import=${preload}`,
    });
    expect(running.stderr().startsWith('signalled before 0 files of the proxy\n')).toBe(true);
    expect(await running.end('SIGTERM')).toBe(0);
  });

  it('writes a warning of Node as a line of its log', async () => {
    await write(config);
    const { events, hangUp, stderr } = await serve();
    // A changed file is loaded again.
    await writeFile(
      file,
      `process.emitWarning('old', 'DeprecationWarning');\nexport default ${JSON.stringify({ ...config, retentionDays: 3 })};`,
    );
    hangUp();
    await until('the warning is logged', () => events().some(({ msg }) => msg === 'node-warning'));
    expect(events().find(({ msg }) => msg === 'node-warning')).toMatchObject({
      ...{ name: 'DeprecationWarning', message: 'old' },
    });
    expect(stderr()).not.toContain('(node:');
  });

  it('says that the file is as before, and when a container sees an old one', async () => {
    await write(config);
    const { hangUp, events } = await serve();
    hangUp();
    const read = () => events().find(({ msg }) => msg === 'configuration-read');
    await until('the file is read', () => read() !== undefined);
    expect(read()).toMatchObject({ applied: 'nothing', hint: expect.stringContaining('mount its folder') });
  });

  it('keeps what was saved in the dashboard, and doctor and export say where it comes from', async () => {
    await write(config);
    const first = await serve();
    expect(await first.save({ version: 0, widget: { greeting: 'Saved' }, by: 'Ada' })).toBe(200);
    await first.end('SIGTERM');

    const second = await serve();
    expect(await second.widget()).toEqual({ title: 'From the file', greeting: 'Saved' });

    const exported = await runHere(['export', '--settings', '--config', file]);
    expect(exported.code).toBe(0);
    expect(JSON.parse(exported.stdout)).toMatchObject({
      version: 1,
      by: 'Ada',
      applies: { widget: { title: 'From the file', greeting: 'Saved' } },
      sources: { 'widget.title': 'file', 'widget.greeting': 'saved', 'forms.default.fields': 'default' },
    });
    expect(exported.stdout).not.toContain('canary');

    const doctor = await runHere(['doctor', '--json', '--config', file]);
    const { checks }: { checks: { name: string; detail: string }[] } = JSON.parse(doctor.stdout);
    expect(checks.find(({ name }) => name === 'saved settings')?.detail).toMatch(
      /^version 1, saved .*Z by Ada: widget\.greeting; all else from the configuration file$/,
    );
    expect(checks.find(({ name }) => name === 'widget options')?.detail).toBe('title, greeting');
  });
});
