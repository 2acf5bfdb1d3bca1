import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { isSample } from '../../support/figures.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { percentile } from './visitors.ts';

/** The sample has a third of the bots, and the site a third of the limits that it has by default. */
const botCount = isSample ? 500 : 1500;
const limits = isSample ? { leadsPerSite: { points: 200, seconds: 60 }, heldPerSite: { points: 33, seconds: 60 } } : {};
const visitorCount = 50;
/** Bots between two visitors. */
const spacing = botCount / visitorCount;
/** Requests at the same time. */
const concurrency = 20;

/** A provider of captchas that confirms the tokens of people. */
async function startProvider(): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const token = new URLSearchParams(body).get('response') ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: token.startsWith('person'), hostname: 'www.example.com' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/verify`;
}

/** Sends the bots' and the visitors' leads in turn, each from an address of its own. Resolves with the visitors' responses. */
async function flood(captcha: object | undefined, botToken: string | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-flood-'));
  const config = configOf({
    store: `sqlite:${join(folder, 'leads.db')}`,
    limits,
    minFillMs: 1500,
    trustedProxies: ['127.0.0.1'],
    ...(captcha !== undefined && { captcha }),
  });
  const service = new FakeService();
  const options = { port: 0, host: '127.0.0.1', deps: { client: service.client, log: new MemoryLog() } };
  const { url, stop } = await startProxyServer(config, options);
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  const visitors: { status: number; ms: number }[] = [];
  let next = 0;
  const send = async () => {
    for (let index = next++; index < botCount + visitorCount; index = next++) {
      const isPerson = index % (spacing + 1) === spacing;
      const token = isPerson ? `person-${index}` : botToken;
      const startedAt = performance.now();
      const request = {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `198.18.${index >> 8}.${index & 255}`,
          ...leadHeaders(),
        },
        // A bot that fills the form in as people do.
        body: JSON.stringify({
          form: 'default',
          fields: { phone: `+1415${String(2_010_000 + index)}` },
          website: '',
          elapsedMs: 5000,
          ...(captcha !== undefined && token !== undefined && { captcha: token }),
        }),
      };
      let status = await statusOf(`${url}/leads`, request);
      // A busy machine refuses some; the browser of a person sends the lead again.
      while (isPerson && status === 503) status = await statusOf(`${url}/leads`, request);
      if (isPerson) visitors.push({ status, ms: performance.now() - startedAt });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, send));
  const refused = visitors.filter(({ status }) => status === 429).length;
  const accepted = visitors.filter(({ status }) => status === 202).length;
  const median = percentile(
    visitors.map(({ ms }) => ms),
    0.5,
  );
  console.log(`${refused} of ${visitors.length} visitors met 429; median response ${median.toFixed(0)} ms`);
  return { refused, accepted };
}

async function statusOf(url: string, request: RequestInit): Promise<number> {
  const response = await fetch(url, request);
  await response.arrayBuffer();
  return response.status;
}

describe(`${visitorCount} visitors among ${botCount} bots from as many addresses`, () => {
  // Proven people shared the site's limit with the bots: 35 of 50 met 429.
  it.each([
    ['that solve no captcha', undefined],
    ['that make tokens up', 'made up'],
  ])('with a captcha, never meet the limit of bots %s', async (_, botToken) => {
    const captcha = { provider: 'turnstile', siteKey: 'site', secret: 'secret', verifyUrl: await startProvider() };
    expect(await flood(captcha, botToken)).toEqual({ refused: 0, accepted: visitorCount });
  });

  it('without a captcha, share the limit with bots that fill the form in as people do', async () => {
    const { refused } = await flood(undefined, undefined);
    expect(refused).toBeGreaterThan(20);
  });
});
