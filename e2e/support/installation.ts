import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFiles } from '../../build/replace-files.ts';
import { startSite } from '../../src/cli/index.ts';
import { Service } from './service.ts';
import type { SandboxState } from './start-stack.ts';

/** The folders of two builds of this project. The previous one may lack the server, which is that of the next one. */
export type Builds = { previous: string; next: string };

/** An installation with a separate build, as on a server, which can be upgraded to another build. */
export type Installation = {
  site: string;
  sandbox: Service;
  proxy: Service;
  flow: string;
  /** Stops the proxy, replaces the build and all its files with the next build, and starts the proxy again. */
  upgrade(): Promise<void>;
  /** The phones of the leads that have arrived at the service, once for each time they were created. */
  phones(): Promise<string[]>;
  /** The visitor's messages of a conversation, as the service has them. */
  visitorMessages(session: string | undefined): Promise<string[]>;
  stop(): Promise<void>;
};

/** Installs the previous build. `config`: additional keys of the proxy's configuration. */
export async function install(builds: Builds, config: Record<string, unknown> = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-installation-'));
  await cp(builds.previous, join(folder, 'dist'), { recursive: true });
  await cp(join(builds.next, 'server'), join(folder, 'dist/server'), { recursive: true });
  await cp('package.json', join(folder, 'package.json'));
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const flow = 'f1000000-0000-4000-8000-000000000001';
  const sandbox = new Service('sandbox', ['--data', join(folder, 'sandbox.db')]);
  const proxy = new Service('serve', [], { folder });
  const replace: Record<string, string> = {};
  const site = await startSite({ port: 0, root: join(folder, 'dist/site'), dist: join(folder, 'dist'), replace });
  const sandboxUrl = await sandbox.start();
  await writeFile(
    join(folder, 'leadchat.config.json'),
    JSON.stringify({
      service: {
        baseUrl: `${sandboxUrl}/v1`,
        hooksUrl: sandboxUrl,
        wssUrl: sandboxUrl.replace(/^http/, 'ws'),
        apiKey: 'sandbox-key',
      },
      flowId: flow,
      origins: [site.url],
      limits: { leadsPerIp: false, leadsPerIpPerDay: false, leadsPerPhone: false },
      minFillMs: 0,
      widget: { title: 'Northlight Dental' },
      ...config,
    }),
  );
  replace['http://localhost:4001'] = await proxy.start();
  return {
    site: site.url,
    sandbox,
    proxy,
    flow,
    async upgrade() {
      await proxy.stop();
      // As in build/build.ts.
      await cp(builds.next, join(folder, 'next'), { recursive: true });
      await replaceFiles(join(folder, 'next'), join(folder, 'dist'));
      await proxy.start();
    },
    async phones() {
      const { leads }: SandboxState = await (await fetch(`${sandboxUrl}/sandbox/state`)).json();
      return leads.map(({ phone }) => phone);
    },
    async visitorMessages(session) {
      const { conversations }: SandboxState = await (await fetch(`${sandboxUrl}/sandbox/state`)).json();
      const messages = conversations.find((conversation) => conversation.session_id === session)?.messages ?? [];
      return messages.filter(({ from }) => from === 'visitor').map(({ content }) => content);
    },
    async stop() {
      await site.stop();
      await proxy.stop();
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
