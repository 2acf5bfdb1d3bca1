import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sandboxConfig } from '../../src/cli/index.ts';
import { systemClock } from '../../src/clock.ts';
import { type Chat, type CoreOptions, createCore } from '../../src/core/index.ts';
import { parseConfig, startProxyServer } from '../../src/proxy/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { runBlock } from '../support/code-blocks.ts';
import { waitFor } from '../support/wait-for.ts';
import { memoryStorage } from './conversation/memory-storage.ts';

/** A proxy in front of the sandbox, configured as in the docs, with its protection against bots. */
async function startSite() {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-delivery-'));
  const sandbox = await createSandbox({ port: 0 });
  const parsed = parseConfig({
    ...sandboxConfig(sandbox),
    origins: ['https://www.example.com'],
    store: `sqlite:${join(folder, 'leads.db')}`,
    logLevel: 'error',
  });
  if (!parsed.ok) throw new Error(parsed.issues.join('\n'));
  expect(parsed.config.minFillMs).toBe(1_500);
  const proxy = await startProxyServer(parsed.config, { port: 0 });
  onTestFinished(async () => {
    await proxy.stop();
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });
  /** The phones of the leads that have arrived at the service. */
  const phones = async (): Promise<string[]> => {
    const { leads } = await (await fetch(`${sandbox.url}/sandbox/state`)).json();
    return leads.map(({ phone }: { phone: string }) => phone);
  };
  return { sandbox, proxy, phones };
}

/** The system clock, which `skip` advances. */
function skippingClock() {
  let skippedMs = 0;
  return {
    clock: { ...systemClock, now: () => systemClock.now() + skippedMs },
    skip(passedMs: number): void {
      skippedMs += passedMs;
    },
  };
}

it('delivers the lead of docs/core.md to the service despite the protection against bots', async () => {
  const { sandbox, proxy, phones } = await startSite();
  const { clock, skip } = skippingClock();
  const environment = { clock, localStorage: memoryStorage(), sessionStorage: memoryStorage(), locks: null };
  let chat: Chat | undefined;
  const create = (options: CoreOptions) => {
    chat = createCore({
      ...options,
      flowId: sandbox.ids.flow,
      wssUrl: sandbox.url.replace(/^http/, 'ws'),
      proxyUrl: proxy.url,
      environment,
    });
    return chat;
  };
  const { leaveLead } = runBlock('docs/core.md', 'leaveLead', { createCore: create });
  onTestFinished(() => chat?.destroy());
  // A visitor takes this long to fill in the form.
  skip(2_000);
  await leaveLead?.('+1 415 555 2671');
  expect(chat?.state.lead.value.status).toBe('accepted');
  await waitFor(async () => expect(await phones()).toEqual(['14155552671']));
});
