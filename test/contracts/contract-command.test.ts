import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createSandbox } from '../../src/sandbox/index.ts';
import { type ScriptedServer, startScriptedServer } from '../service-client/scripted-server.ts';
import { runContractCommand } from './contract-command.ts';

const key = 'canary-key-1234';
const flow = 'f1000000-0000-4000-8000-000000000001';
const journey = 'a1000000-0000-4000-8000-000000000001';
const agent = 'c1000000-0000-4000-8000-000000000001';

const sandboxState = z.object({
  leads: z.array(z.object({ lead_id: z.string() })),
  calls: z.array(z.unknown()),
  enrolments: z.array(z.unknown()),
});

let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

async function run(parameters: string[], environment: Record<string, string> = { LEADCHAT_API_KEY: key }) {
  const lines: string[] = [];
  const code = await runContractCommand(parameters, environment, (line) => lines.push(line));
  return { code, lines, text: lines.join('\n') };
}

function addresses(): string[] {
  const { url } = server;
  return ['--base-url', `${url}/v1/`, '--hooks-url', url, '--wss-url', url.replace('http', 'ws'), '--flow', flow];
}

describe('the contract command', () => {
  it('says what is missing and how it is used, without asking anybody', async () => {
    const before = server.requests.length;
    expect(await run([])).toMatchObject({ code: 2, text: expect.stringContaining('--base-url is missing.') });
    expect(await run(addresses(), {})).toMatchObject({ code: 2, text: expect.stringContaining('LEADCHAT_API_KEY') });
    expect(await run([...addresses(), '--ring'])).toMatchObject({ code: 2, text: expect.stringContaining('--ring') });
    const wrong = [...addresses(), '--assumptions', '{"tagsAreSet":true}'];
    expect(await run(wrong)).toMatchObject({ code: 2, text: expect.stringContaining('--assumptions names') });
    expect((await run([])).text).toContain('npm run contract -- --base-url URL');
    expect(server.requests).toHaveLength(before);
  });

  it('finds a service that breaks its rules, rings and enrolls nobody, and never prints the key', async () => {
    server.respondWith(({ headers }, response) => response.writeHead(200).end(`{"seen":"${headers.authorization}"}`));
    const before = server.requests.length;
    const { code, lines, text } = await run([...addresses(), '--journey', journey, '--agent', agent]);
    expect(code).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^ok +has its version in the base address \(Addresses\)$/));
    expect(lines).toContainEqual(expect.stringMatching(/^failed +creates a lead from phone.*\(Create Lead, Lead\)/));
    expect(lines).toContainEqual(
      expect.stringMatching(/^differs +responds to a look-up without a match with 404 \(Errors\)/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^skipped +rings the phone.*\(Initiate Call\).*--with-calls --phone N$/),
    );
    expect(text).toContain('Bearer [key]');
    expect(text).not.toContain('canary');

    const bodies = server.requests.slice(before).map((request) => JSON.stringify(request.body ?? null));
    expect(bodies.filter((body) => body.includes(agent))).toEqual([]);
    // Requests to the journey contain no real phone, only invented leads.
    const enrolments = bodies.filter((body) => body.includes(journey));
    expect(enrolments.length).toBeGreaterThan(0);
    expect(enrolments.filter((body) => body.includes('phone'))).toEqual([]);
    const phones = bodies.flatMap((body) => body.match(/"phone":"\d+"/g) ?? []);
    expect(phones.length).toBeGreaterThan(0);
    expect(phones.filter((phone) => !/"phone":"1?\d{3}55501\d\d"/.test(phone))).toEqual([]);
  });

  it('passes for the sandbox, and creates no call or enrolment unless requested', async () => {
    const sandbox = await createSandbox();
    const { url, ids } = sandbox;
    const parameters = ['--base-url', `${url}/v1`, '--hooks-url', url, '--wss-url', url.replace('http', 'ws')];
    parameters.push('--flow', ids.flow, '--journey', ids.journey, '--agent', ids.agent);
    const { code, text } = await run(parameters, { LEADCHAT_API_KEY: 'sandbox-key' });
    expect(text).toMatch(/rules: \d+ passed, 0 failed/);
    expect(text).toMatch(/choices: \d+ hold, 0 differ/);
    expect(code).toBe(0);
    const state = sandboxState.parse(await (await fetch(`${url}/sandbox/state`)).json());
    expect(state).toMatchObject({ calls: [], enrolments: [] });
    const ended = text.slice(text.indexOf('created, and still there'));
    expect(state.leads.filter((lead) => !ended.includes(lead.lead_id))).toEqual([]);
    await sandbox.stop();
  });
});
