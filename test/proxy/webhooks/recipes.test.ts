import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { startProxyServer } from '../../../src/proxy/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { codeBlocks, configBlock } from '../../support/code-blocks.ts';
import { until } from '../../support/until.ts';
import { configOf, ids, leadHeaders, noLimits, origin, sha256 } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const page = 'docs/integrations.md';

type Received = { path: string; headers: IncomingHttpHeaders; body: unknown };
type Accepted = { lead: string; token: string };
/** What the real endpoint answers to a body: its status, and where it redirects to. */
type Answer = { status: number; location?: string };

/** Stands in for an endpoint of another company: it checks what theirs documents. */
async function startStandIn(answer: (body: unknown, path: string) => Answer) {
  const received: Received[] = [];
  const refused: unknown[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const text = Buffer.concat(await request.toArray()).toString();
    const isJson = request.headers['content-type'] === 'application/json' && request.method === 'POST';
    const body: unknown = isJson ? JSON.parse(text) : undefined;
    const { status, location } = isJson ? answer(body, path) : { status: 415 };
    if (status < 400) received.push({ path, headers: request.headers, body });
    else refused.push(body);
    response.writeHead(status, location === undefined ? {} : { location }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://localhost:${port}`, received, refused };
}

/** A proxy with the recipe of the docs, whose receivers are the stand-in. `path`: of the endpoint's address. */
async function startRecipe(text: string, standIn: { url: string }, path: string) {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-recipe-'));
  const sandbox = await createSandbox({ port: 0 });
  const recipe = await configBlock(page, text);
  const webhooks = z.array(z.looseObject({})).parse(recipe.webhooks);
  const form = z
    .looseObject({})
    .parse(z.object({ default: z.looseObject({}) }).parse(recipe.forms ?? { default: {} }).default);
  const config = configOf({
    service: { baseUrl: `${sandbox.url}/v1`, hooksUrl: sandbox.url, wssUrl: 'ws://localhost:1', apiKey: 'sandbox-key' },
    store: `sqlite:${join(folder, 'leads.db')}`,
    limits: noLimits,
    forms: { default: { ...form, tags: ['website'], callback: { agent: ids.agent } } },
    webhooks: webhooks.map((webhook) => ({ ...webhook, url: `${standIn.url}${path}` })),
  });
  const log = new MemoryLog();
  const server = await startProxyServer(config, { port: 0, host: '127.0.0.1', deps: { log } });
  onTestFinished(async () => {
    await server.stop();
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    log,
    /** Leaves a lead with a name that tries to break out of the JSON. */
    async sendLead(more: Record<string, unknown> = {}): Promise<Accepted> {
      const fields = {
        phone: '+14155552671',
        first_name: 'Ada "}] <!channel>',
        last_name: 'Lovelace',
        email: 'ada@example.com',
      };
      const response = await fetch(`${server.url}/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, ...leadHeaders() },
        body: JSON.stringify({ form: 'default', fields, page: { url: 'https://www.example.com/prices' }, ...more }),
      });
      expect(response.status).toBe(202);
      return response.json();
    },
    /** Requests a call, and asks for its state as the visitor's page does, until the endpoint has heard of its end. */
    async watchCall({ lead, token }: Accepted, isHeard: () => boolean): Promise<void> {
      const headers = { 'content-type': 'application/json', origin, authorization: `Bearer ${token}` };
      const body = JSON.stringify({ lead, token });
      const requested = await fetch(`${server.url}/calls`, { method: 'POST', headers, body });
      expect(requested.status).toBe(202);
      const { call } = await requested.json();
      const isHeardOf = async () => {
        expect((await fetch(`${server.url}/calls/${call}`, { headers })).status).toBe(200);
        return isHeard();
      };
      await until('the endpoint has the call', isHeardOf, 60_000, 200);
    },
  };
}

const text = (max: number) => z.string().min(1).max(max);

describe('the recipes of docs/integrations.md', () => {
  it('post a message that Slack takes', async () => {
    const message = z.strictObject({
      text: text(40_000),
      blocks: z
        .tuple([
          z.strictObject({
            type: z.literal('header'),
            text: z.strictObject({ type: z.literal('plain_text'), text: text(150), emoji: z.boolean() }),
          }),
          z.strictObject({
            type: z.literal('section'),
            text: z.strictObject({ type: z.literal('mrkdwn'), text: text(3000), verbatim: z.boolean() }),
          }),
        ])
        .optional(),
    });
    const slack = await startStandIn((body) => ({ status: message.safeParse(body).success ? 200 : 400 }));
    const { sendLead } = await startRecipe("format: 'slack'", slack, '/services/T000/B000/secret');
    await sendLead();
    await until('Slack has it', () => slack.received.length === 1);
    expect(JSON.stringify(slack.received[0]?.body)).toContain('+14155552671');
    // The header is plain text, in which nothing is a mention.
    const { text: notification, blocks } = message.parse(slack.received[0]?.body);
    expect(`${notification}${blocks?.[1].text.text}`).not.toContain('<');
    expect(slack.received[0]?.headers).not.toHaveProperty('webhook-signature');
    const own = await startRecipe('New lead from the website', slack, '/services/T000/B000/secret');
    await own.sendLead();
    await until('Slack has it', () => slack.received.length === 2);
    expect(slack.received[1]?.body).toEqual({ text: 'New lead from the website: +14155552671' });
    expect(slack.refused).toEqual([]);
  });

  it('post a card that a workflow of Teams takes', async () => {
    const run = z.looseObject({ type: z.literal('TextRun'), text: z.string() });
    const message = z.strictObject({
      type: z.literal('message'),
      attachments: z.tuple([
        z.strictObject({
          contentType: z.literal('application/vnd.microsoft.card.adaptive'),
          contentUrl: z.null(),
          content: z.looseObject({
            type: z.literal('AdaptiveCard'),
            version: z.enum(['1.2', '1.3', '1.4', '1.5']),
            body: z.array(z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(run).min(1) })).min(1),
          }),
        }),
      ]),
    });
    const teams = await startStandIn((body) => ({ status: message.safeParse(body).success ? 202 : 400 }));
    const { sendLead } = await startRecipe("format: 'teams'", teams, '/workflows/1/triggers/manual/paths/invoke');
    await sendLead();
    await until('Teams has it', () => teams.received.length === 1);
    expect(JSON.stringify(teams.received[0]?.body)).toContain('+14155552671');
  });

  it('add a row to a sheet through Apps Script, which answers with a redirect', async () => {
    const rows: unknown[][] = [];
    const script = codeBlocks(page, readFileSync(page, 'utf8')).find(({ code }) =>
      code.includes('function doPost'),
    )?.code;
    const sheet = { appendRow: (cells: unknown[]) => rows.push(cells) };
    const services = {
      SpreadsheetApp: { getActiveSpreadsheet: () => ({ getSheets: () => [sheet] }) },
      ContentService: { createTextOutput: (output: string) => output },
    };
    const doPost = new Function(...Object.keys(services), `${script}; return doPost;`)(...Object.values(services));
    const google = await startStandIn((body) => {
      doPost({ postData: { contents: JSON.stringify(body) } });
      return { status: 302, location: 'https://script.googleusercontent.com/macros/echo' };
    });
    const { sendLead, log } = await startRecipe('SHEET_SCRIPT_URL', google, '/macros/s/AKfy/exec');
    await sendLead();
    await sendLead({ fields: { phone: '+14155552672', first_name: '=HYPERLINK("https://evil.example")' } });
    await until('both are in the sheet', () => rows.length === 2);
    const time = expect.stringMatching(/^\d{4}-/);
    expect(rows).toContainEqual([
      time,
      '\'Ada "}] <!channel> Lovelace',
      "'+14155552671",
      "'https://www.example.com/prices",
    ]);
    expect(rows).toContainEqual([
      time,
      '\'=HYPERLINK("https://evil.example") ',
      "'+14155552672",
      "'https://www.example.com/prices",
    ]);
    expect(log.lines.filter(({ event }) => event.startsWith('webhook-'))).toEqual(
      log.lines.filter(({ event }) => event === 'webhook-delivered'),
    );
  });

  it('post flat JSON to the hooks of Zapier and Make', async () => {
    const flat = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
    const zapier = await startStandIn((body) => ({ status: flat.safeParse(body).success ? 200 : 400 }));
    const { sendLead } = await startRecipe('ZAPIER_HOOK_URL', zapier, '/hooks/catch/1/a/');
    const { lead } = await sendLead();
    await until('Zapier has it', () => zapier.received.length === 1);
    expect(zapier.received[0]?.body).toMatchObject({ event: 'lead.accepted', lead, phone: '+14155552671', route: '' });
    expect(zapier.received[0]?.headers['webhook-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('submit a form of HubSpot', async () => {
    const submission = z.strictObject({
      submittedAt: z.string().optional(),
      fields: z.array(z.strictObject({ objectTypeId: z.string(), name: z.string(), value: z.string() })).min(1),
      context: z
        .strictObject({ pageUri: z.string(), pageName: z.string().optional(), hutk: z.string().optional() })
        .optional(),
    });
    const path = '/submissions/v3/integration/submit/12345678/0f5c1c6e-7d0a-4c1f-8a38-2f3e6b1d9c55';
    const hubspot = await startStandIn((body, asked) => ({
      status: submission.safeParse(body).success && asked === path ? 200 : 400,
    }));
    const { sendLead } = await startRecipe('api.hsforms.com', hubspot, path);
    await sendLead();
    await until('HubSpot has it', () => hubspot.received.length === 1);
    const { fields, context } = submission.parse(hubspot.received[0]?.body);
    expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).toEqual({
      email: 'ada@example.com',
      firstname: 'Ada "}] <!channel>',
      lastname: 'Lovelace',
      phone: '+14155552671',
    });
    expect(context?.pageUri).toBe('https://www.example.com/prices');
  });

  it('count an answered call in Google Analytics and at Meta, and no other call or lead', async () => {
    const collect = z.strictObject({
      client_id: z.string().min(1),
      events: z
        .array(
          z.strictObject({
            name: z.string().regex(/^[a-z]\w{0,39}$/i),
            params: z.record(z.string(), z.string().max(100)),
          }),
        )
        .min(1)
        .max(25),
    });
    const hash = z.string().regex(/^[0-9a-f]{64}$/);
    const event = z.strictObject({
      event_name: z.string(),
      event_time: z.int().min(Date.now() / 1000 - 7 * 86_400),
      event_id: z.string(),
      action_source: z.enum(['phone_call', 'website', 'system_generated', 'chat', 'email', 'app', 'other']),
      user_data: z.strictObject({ ph: z.array(hash).min(1), em: z.array(hash).min(1).optional() }),
    });
    const conversions = z.strictObject({ data: z.array(event).min(1).max(1000) });
    const google = await startStandIn((body) => ({ status: collect.safeParse(body).success ? 204 : 400 }));
    const meta = await startStandIn((body) => ({ status: conversions.safeParse(body).success ? 200 : 400 }));
    const recipes = [
      {
        ...(await startRecipe('GA_COLLECT_URL', google, '/mp/collect?measurement_id=G-1&api_secret=s')),
        endpoint: google,
        attributes: { attributes: { ga_client_id: '123.456' } },
      },
      {
        ...(await startRecipe('META_EVENTS_URL', meta, '/v23.0/1/events?access_token=t')),
        endpoint: meta,
        attributes: {},
      },
    ];
    await Promise.all(
      recipes.map(async ({ sendLead, watchCall, endpoint, attributes }) => {
        await sendLead(attributes);
        await watchCall(await sendLead(attributes), () => endpoint.received.length > 0);
      }),
    );
    expect([google.received.length, meta.received.length]).toEqual([1, 1]);
    expect(google.received[0]?.body).toMatchObject({ client_id: '123.456' });
    expect(JSON.stringify(google.received[0]?.body)).not.toMatch(/4155552671|Ada/);
    expect(conversions.parse(meta.received[0]?.body).data[0]?.user_data.ph).toEqual([sha256('14155552671')]);
    expect([...google.refused, ...meta.refused]).toEqual([]);
  });
});
