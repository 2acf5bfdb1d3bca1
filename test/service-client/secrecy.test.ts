import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceClient, type ServiceClient, type ServiceError } from '../../src/service-client/index.ts';
import { failureOf } from './failure-of.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

const key = 'canary-key/5f2b+9c==';
const escaped = JSON.stringify(key).replace('/', '\\/').replace('c', '\\u0063');
const leadId = '11111111-1111-4111-8111-111111111111';

let server: ScriptedServer;
let client: ServiceClient;

beforeAll(async () => {
  server = await startScriptedServer();
  client = createServiceClient({ baseUrl: server.url, hooksUrl: server.url, apiKey: key });
});
afterAll(() => server.stop());

/** Every way in which a log might print a value. */
function everyForm(value: unknown): string {
  const deep = { depth: 20, showHidden: true, getters: true } as const;
  const error = value instanceof Error ? [value.message, value.stack, JSON.stringify(value.cause)] : [];
  return [...error, String(value), JSON.stringify(value), inspect(value), inspect(value, deep)].join('\n');
}

function expectNoKey(error: ServiceError) {
  const shown = `${everyForm(error)}\n${error.serviceMessage}\n${JSON.stringify(error.lead)}`;
  expect(shown).not.toContain(key);
  expect(shown).not.toContain(encodeURIComponent(key));
  expect(shown).not.toContain('canary');
}

describe('the API key', () => {
  it('cannot be seen in the client', () => {
    expect(everyForm(client)).not.toContain('canary');
    expect(everyForm(Object.entries(client))).not.toContain('canary');
  });

  it('is removed from the error of a service that repeats its request', async () => {
    server.respondWith(({ headers }, response) =>
      response.writeHead(409, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          status: 'failed',
          message: `Bad header: ${headers.authorization} (${encodeURIComponent(key)})`,
          lead: { lead_id: leadId, first_name: headers.authorization, [key]: key },
        }),
      ),
    );
    const error = await failureOf(client.createLead({ record: { phone: '14155552671' } }));
    expectNoKey(error);
    expect(error.serviceMessage).toBe('Bad header: Bearer [key] ([key])');
    expect(error.lead?.first_name).toBe('Bearer [key]');
  });

  it('is removed when it is written with escapes', async () => {
    server.respondWith((_, response) => response.writeHead(400).end(`{"status":"failed","message":${escaped}}`));
    const error = await failureOf(client.createLead({ record: { phone: '14155552671' } }));
    expectNoKey(error);
    expect(error.serviceMessage).toBe('[key]');
  });

  it('is in no error of a connection, a time-out or a body that is cut off', async () => {
    const create = (failing: ServiceClient) => failureOf(failing.createLead({ record: { phone: '14155552671' } }));
    server.respondWith((_, response) => response.socket?.resetAndDestroy());
    expectNoKey(await create(client));
    server.respondWith((_, response) => {
      response.writeHead(200, { 'content-length': '99', 'x-key': key });
      response.write('{', () => response.socket?.destroy());
    });
    expectNoKey(await create(client));
    const options = { baseUrl: server.url, hooksUrl: server.url, apiKey: key };
    // A custom fetch may put the whole request into its error.
    const verbose = createServiceClient({
      ...options,
      fetch: (url, init) => {
        const inner = Object.assign(new Error(`sent ${JSON.stringify(init.headers)}`), { code: 'E_OTHER', init });
        return Promise.reject(new TypeError(`fetch of ${url} failed`, { cause: inner }));
      },
    });
    const error = await create(verbose);
    expectNoKey(error);
    expect(everyForm(error)).toContain('E_OTHER');
  });

  it('is not quoted when it cannot be used', () => {
    for (const apiKey of [`${key}\n`, `${key} `, `${key}é`]) {
      const creation = () => createServiceClient({ baseUrl: server.url, hooksUrl: server.url, apiKey });
      expect(creation).toThrow(/`apiKey` must be/);
      expect(creation).not.toThrow(/canary/);
    }
  });
});

describe('the data of a lead', () => {
  it('can be read from an error but does not get into a log with it', async () => {
    const lead = { lead_id: leadId, phone: '14155552671', first_name: 'Ada' };
    server.json(409, { status: 'failed', message: 'Ada (14155552671) exists.', lead });
    const error = await failureOf(client.createLead({ record: { phone: '14155552671', first_name: 'Ada' } }));
    expect(error.lead).toEqual(lead);
    const logged = [error.message, error.stack, JSON.stringify(error), inspect(error)].join('\n');
    expect(logged).not.toMatch(/Ada|14155552671/);
    expect(error.message).toBe('[service] createLead got 409 (lead-exists): [redacted] ([redacted]) exists.');
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: 'lead-exists', status: 409, sent: 'yes' });
  });

  it.each([
    ['a rewritten phone number', 'Call +1 (415) 555-2671 later', 'Call [redacted] later.'],
    ['an email address that nobody sent', 'ask bob@example.com', 'ask [redacted].'],
    ['a part of a name', 'ADA or lovelace?', '[redacted] or [redacted]?'],
    ['a custom field', 'favorite_color: "dark (blue)" is not a color', 'favorite_color: "[redacted]" is not a color.'],
    ['a value that is part of a word', 'Adaptive is not Ada', 'Adaptive is not [redacted].'],
    ['several lines', 'email:\n  is invalid\u0000', 'email: is invalid.'],
  ])('is redacted in the reason: %s', async (_, message, reason) => {
    server.json(400, { status: 'failed', message });
    const record = { phone: '14155552671', first_name: 'Ada King Lovelace', favorite_color: 'dark (blue)' };
    const error = await failureOf(client.createLead({ record }));
    expect(error.message).toBe(`[service] createLead got 400 (bad-request): ${reason}`);
  });

  it('is redacted without the IDs and tags that help to find the mistake', async () => {
    server.json(400, { status: 'failed', message: `Lead ${leadId} has the tag vip.` });
    const error = await failureOf(client.addTag({ lead_id: leadId, tag: 'vip' }));
    expect(error.message).toContain(`Lead ${leadId} has the tag vip.`);
  });
});
