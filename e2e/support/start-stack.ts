import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../../src/cli/index.ts';
import { until } from './poll.ts';
import { type Copy, Service } from './service.ts';

const ids = {
  flow: 'f1000000-0000-4000-8000-000000000001',
  journey: 'a1000000-0000-4000-8000-000000000001',
};

/** The token that signs in to the admin dashboard. */
export const operatorToken = 'operator-of-the-journeys';

export type SandboxLead = { lead_id: string; phone: string; tags: string[]; [field: string]: unknown };
export type SandboxConversation = {
  session_id: string;
  lead_id: string | null;
  connections: number;
  messages: { from: 'agent' | 'visitor'; content: string }[];
};
export type SandboxState = {
  leads: SandboxLead[];
  enrolments: { lead_id: string; workflow_id: string; record: Record<string, unknown> }[];
  conversations: SandboxConversation[];
  calls: Record<string, unknown>[];
};

/** The whole system on real ports: sandbox and proxy in separate processes, and a customer's site. */
export class Stack {
  readonly sandbox: Service;
  readonly proxy: Service;
  readonly site: string;
  readonly ids = ids;

  constructor(sandbox: Service, proxy: Service, site: string) {
    this.sandbox = sandbox;
    this.proxy = proxy;
    this.site = site;
  }

  async state(): Promise<SandboxState> {
    const response = await fetch(`${this.sandbox.url}/sandbox/state`);
    return response.json();
  }

  /** The lead with these E.164 digits, once it has arrived. */
  async leadOnFile(phone: string): Promise<SandboxLead> {
    const find = async () => (await this.state()).leads.find((lead) => lead.phone === phone);
    const lead = await until(`the lead ${phone}`, find, (found) => found !== undefined);
    if (lead === undefined) throw new Error(`the lead ${phone} vanished again`);
    return lead;
  }

  async conversation(session: string | undefined): Promise<SandboxConversation | undefined> {
    return (await this.state()).conversations.find((conversation) => conversation.session_id === session);
  }

  /** The visitor's messages of a conversation, as the service has them. */
  async visitorMessages(session: string | undefined): Promise<string[] | undefined> {
    const messages = (await this.conversation(session))?.messages;
    return messages?.filter((message) => message.from === 'visitor').map((message) => message.content);
  }

  async fault(fault: Record<string, unknown>): Promise<void> {
    const response = await fetch(`${this.sandbox.url}/sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    if (!response.ok) throw new Error(`the sandbox rejected the fault: ${await response.text()}`);
  }

  /** Removes the faults that have not been triggered. */
  async clearFaults(): Promise<void> {
    await fetch(`${this.sandbox.url}/sandbox/faults`, { method: 'DELETE' });
  }
}

export type StackOptions = Copy & {
  /** The script of the agent. @default the sandbox's own script */
  script?: unknown;
  /** Additional options of `leadchat sandbox`. */
  sandboxOptions?: string[];
  /** Forms of the proxy besides `default`. */
  forms?: Record<string, unknown>;
  /** Additional keys of the proxy's configuration. */
  more?: Record<string, unknown>;
  /** Folder of the site. @default the demo's */
  root?: string;
};

export type RunningStack = { stack: Stack; stop(): Promise<void> };

/** Starts everything in a temporary folder, which `stop` removes. */
export async function startStack({
  script,
  sandboxOptions = [],
  forms = {},
  more = {},
  root = 'dist/site',
  ...copy
}: StackOptions = {}): Promise<RunningStack> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-e2e-'));
  const configFile = join(folder, 'leadchat.config.json');
  const scriptFile = join(folder, 'script.json');
  if (script !== undefined) await writeFile(scriptFile, JSON.stringify(script));
  const sandbox = new Service(
    'sandbox',
    [
      ...['--data', join(folder, 'sandbox.db')],
      ...sandboxOptions,
      ...(script === undefined ? [] : ['--script', scriptFile]),
    ],
    copy,
  );
  const proxy = new Service('serve', ['--config', configFile], copy);
  const replace: Record<string, string> = {};
  const site = await startSite({ port: 0, root, dist: 'dist', replace });
  const stop = async () => {
    await site.stop();
    await proxy.stop();
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const sandboxUrl = await sandbox.start();
    const config = proxyConfig(sandboxUrl, site.url, join(folder, 'leadchat.db'));
    await writeFile(configFile, JSON.stringify({ ...config, forms: { ...config.forms, ...forms }, ...more }));
    replace['http://localhost:4001'] = await proxy.start();
    replace['http://localhost:4002'] = sandboxUrl;
    replace['ws://localhost:4002'] = sandboxUrl.replace(/^http/, 'ws');
  } catch (error) {
    await stop();
    throw error;
  }
  return { stack: new Stack(sandbox, proxy, site.url), stop };
}

function proxyConfig(sandboxUrl: string, siteUrl: string, database: string) {
  return {
    service: {
      baseUrl: `${sandboxUrl}/v1`,
      hooksUrl: sandboxUrl,
      wssUrl: sandboxUrl.replace(/^http/, 'ws'),
      apiKey: 'sandbox-key',
    },
    flowId: ids.flow,
    origins: [siteUrl],
    store: `sqlite:${database}`,
    adminToken: operatorToken,
    forms: {
      default: {
        tags: ['website', 'first_visit'],
        journey: { id: ids.journey, onExisting: 'update' },
        defaultCountry: 'US',
      },
    },
    // All journeys share an IP address; other tests check the limits.
    limits: { leadsPerIp: false, leadsPerIpPerDay: false },
    // A test fills a form faster than a person; other tests check the minimum fill time.
    minFillMs: 0,
    widget: { title: 'Northlight Dental', greeting: 'Hi there. How can we help?' },
  };
}
