import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProxyConfig } from '../../../src/proxy/config/schema.ts';
import { createNodeDoctorDeps } from '../../../src/proxy/doctor/node-doctor-deps.ts';
import type { DoctorReport } from '../../../src/proxy/doctor/report.ts';
import { runDoctor } from '../../../src/proxy/doctor/run-doctor.ts';
import { openStore } from '../../../src/proxy/server/open-store.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { configWith } from './healthy-service.ts';

let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'leadchat-doctor-'));
});
afterAll(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true });
});

function sandboxConfig(changes: Record<string, unknown> = {}, apiKey = 'sandbox-key'): ProxyConfig {
  const { url, ids } = sandbox;
  return configWith({
    service: { baseUrl: `${url}/v1`, hooksUrl: url, wssUrl: url.replace('http', 'ws'), apiKey },
    flowId: ids.flow,
    store: `sqlite:${join(folder, 'leadchat.db')}`,
    forms: { default: { journey: { id: ids.journey } } },
    ...changes,
  });
}

async function examine(config: ProxyConfig): Promise<DoctorReport> {
  return runDoctor(config, createNodeDoctorDeps(config));
}

/** Names of the checks that found a problem. Nothing can verify a journey. */
function complaints(report: DoctorReport): string[] {
  return report.checks
    .filter(({ state }) => state !== 'ok' && state !== 'not verified')
    .map((check) => `${check.name} ${check.state}`);
}

describe('the doctor at the sandbox', () => {
  it('finds no problem, and leaves only an empty conversation', async () => {
    const before = await sandboxState();
    const report = await examine(sandboxConfig());
    expect(complaints(report)).toEqual([]);
    expect(report.ok).toBe(true);
    // The proxy creates its store, as the user that it runs as.
    expect(existsSync(join(folder, 'leadchat.db'))).toBe(false);
    expect({ ...(await sandboxState()), conversations: [] }).toEqual({ ...before, conversations: [] });
  });

  it('finds out whether the service answers a message in the configured frame', async () => {
    const messageFrame = { event: 'say', data: { body: '{text}' } };
    const other = await createSandbox({ port: 0, messageFrame });
    const service = { ...sandboxConfig().service, wssUrl: other.url.replace('http', 'ws') };
    const config = sandboxConfig({ service, widget: { messageFrame } });
    const report = await runDoctor(config, createNodeDoctorDeps(config), { chat: true });
    await other.stop();
    expect(complaints(report)).toEqual([]);
    expect(report.checks.at(-1)).toEqual({
      name: 'chat message',
      state: 'ok',
      detail:
        '{"event":"say","data":{"body":"Hello! This is a connection test."}} was answered. The conversation stays in the service',
    });
    expect(report.assumptions.find(({ name }) => name === 'clientFrame')?.state).toBe('confirmed');
  });

  it('finds a wrong key, and that everything else is in order', async () => {
    expect(complaints(await examine(sandboxConfig({}, 'another-key')))).toEqual(['API key failed']);
  });

  it('finds a wrong flow', async () => {
    const report = await examine(sandboxConfig({ flowId: '11111111-1111-4111-8111-111111111111' }));
    expect(complaints(report)).toEqual(['chat socket failed']);
  });

  it('finds a store that is not writable', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const report = await examine(sandboxConfig({ store: `sqlite:${join(file, 'leadchat.db')}` }));
    expect(complaints(report)).toEqual(['store failed']);
  });

  // Its reason was a bare code, `(unavailable)`, and `serve` named another.
  it('says of a store that is no database what serve says', async () => {
    const file = join(folder, 'letter.txt');
    await writeFile(file, 'this is a letter to my aunt, and no database at all\n'.repeat(100));
    const report = await examine(sandboxConfig({ store: `sqlite:${file}` }));
    const refusal: unknown = await openStore({ store: `sqlite:${file}`, service: { apiKey: '' } }).catch(
      (error: unknown) => error,
    );
    const reason = refusal instanceof Error ? refusal.message.replace('[store] ', '') : '';
    expect(reason).toContain('it is another file than a database of SQLite');
    expect(report.checks.find(({ name }) => name === 'store')?.detail).toContain(reason);
  });

  it('finds a service that does not respond', async () => {
    const stopped = await createSandbox({ port: 0 });
    await stopped.stop();
    const service = {
      baseUrl: `${stopped.url}/v1`,
      hooksUrl: stopped.url,
      wssUrl: stopped.url.replace('http', 'ws'),
      apiKey: 'sandbox-key',
    };
    const report = await examine(sandboxConfig({ service }));
    expect(complaints(report)).toEqual([
      'REST address failed',
      'API key skipped',
      'session host failed',
      'chat socket failed',
    ]);
    expect(JSON.stringify(report)).toContain('no server listens there');
  });
});

async function sandboxState(): Promise<object> {
  const state: unknown = await (await fetch(`${sandbox.url}/sandbox/state`)).json();
  if (typeof state !== 'object' || state === null) throw new Error('the sandbox shows no state');
  return state;
}
