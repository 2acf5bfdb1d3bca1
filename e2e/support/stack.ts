import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'playwright/test';
import { startSite } from '../../src/cli/index.ts';
import { Service } from './service.ts';

const ids = {
  flow: 'f1000000-0000-4000-8000-000000000001',
  journey: 'a1000000-0000-4000-8000-000000000001',
};

export type SandboxLead = { lead_id: string; phone: string; tags: string[]; [field: string]: unknown };
export type SandboxState = {
  leads: SandboxLead[];
  enrolments: { lead_id: string; workflow_id: string; record: Record<string, unknown> }[];
  conversations: {
    session_id: string;
    lead_id: string | null;
    connections: number;
    messages: { from: 'agent' | 'visitor'; content: string }[];
  }[];
};

/** The whole path on real ports: sandbox and proxy as processes of their own, and a customer's site. */
export class Stack {
  readonly sandbox: Service;
  readonly proxy: Service;
  readonly ids = ids;
  site = '';

  constructor(sandbox: Service, proxy: Service) {
    this.sandbox = sandbox;
    this.proxy = proxy;
  }

  async state(): Promise<SandboxState> {
    const answer = await fetch(`${this.sandbox.url}/sandbox/state`);
    return answer.json();
  }

  /** The lead with these E.164 digits, once it has arrived. */
  async leadOnFile(phone: string): Promise<SandboxLead> {
    await expect.poll(async () => (await this.state()).leads.map((lead) => lead.phone)).toContain(phone);
    const lead = (await this.state()).leads.find((one) => one.phone === phone);
    if (lead === undefined) throw new Error(`the lead ${phone} vanished again`);
    return lead;
  }

  async fault(fault: Record<string, unknown>): Promise<void> {
    const answer = await fetch(`${this.sandbox.url}/sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    expect(answer.status, await answer.text()).toBeLessThan(300);
  }
}

/** Every test file gets a stack of its own. */
export const test = base.extend<object, { stack: Stack }>({
  stack: [
    async ({ browserName }, use) => {
      const folder = await mkdtemp(join(tmpdir(), `leadchat-e2e-${browserName}-`));
      const configFile = join(folder, 'leadchat.config.json');
      const sandbox = new Service('sandbox', ['--data', join(folder, 'sandbox.db')]);
      const proxy = new Service('serve', ['--config', configFile]);
      const stack = new Stack(sandbox, proxy);
      const replace: Record<string, string> = {};
      const site = await startSite({ port: 0, root: 'public', dist: 'dist', replace });
      try {
        const sandboxUrl = await sandbox.start();
        await writeFile(configFile, JSON.stringify(proxyConfig(sandboxUrl, site.url, join(folder, 'leadchat.db'))));
        replace['http://localhost:4001'] = await proxy.start();
        replace['http://localhost:4002'] = sandboxUrl;
        stack.site = site.url;
        await use(stack);
      } finally {
        await site.stop();
        await proxy.stop();
        await sandbox.stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker' },
  ],
});

export { expect };

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
    forms: {
      default: {
        tags: ['website', 'first_visit'],
        journey: { id: ids.journey, onExisting: 'update' },
        defaultCountry: 'US',
      },
    },
    // Every journey comes from one address; the limits have tests of their own.
    limits: { leadsPerIp: false, leadsPerIpPerDay: false },
    // A program fills a form faster than a person; the trap has tests of its own.
    minFillMs: 0,
    widget: { title: 'Northlight Dental', greeting: 'Hi there. How can we help?' },
  };
}
