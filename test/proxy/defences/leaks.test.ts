import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { serveProxy } from '../../cli/served-proxy.ts';
import { recordFigure } from '../../support/figures.ts';
import { waitLimitMs } from '../../support/time-limits.ts';
import { ids, leadHeaders } from '../support/harness.ts';

/** Values that must never appear, by kind. */
const canaries = {
  apiKey: 'canary-api-key-7Hq',
  adminToken: 'canary-admin-token-7Hq',
  captchaSecret: 'canary-captcha-7Hq',
  email: 'canary@example.com',
  name: 'Canaria-7Hq',
  note: 'my secret canary note',
  phone: '4155552671',
};
const secrets = [canaries.apiKey, canaries.adminToken, canaries.captchaSecret];

type HostileService = { url: string; verifications: string[]; stop: () => void };

/** A service and captcha provider that fails in every way and echoes each request. */
async function startHostileService(): Promise<HostileService> {
  let count = 0;
  const verifications: string[] = [];
  const server = createServer((incoming, outgoing) => {
    let text = '';
    incoming.on('data', (data) => {
      text += data;
    });
    incoming.on('end', () => {
      const echo = `${incoming.headers.authorization} ${text}`;
      if (incoming.url === '/siteverify') {
        verifications.push(text);
        // Mostly a success, so that the leads reach the service.
        const success = verifications.length % 4 !== 0;
        const verified = { success, hostname: 'www.example.com', 'error-codes': success ? [] : [text] };
        outgoing.writeHead(200, { 'content-type': 'application/json' });
        outgoing.end(verifications.length % 5 === 0 ? text : JSON.stringify(verified));
        return;
      }
      const status = [500, 401, 400, 409, 429, 200][count++ % 6] ?? 500;
      if (count % 7 === 0) incoming.socket.destroy();
      else
        outgoing
          .writeHead(status, { 'content-type': 'application/json', 'x-echo': encodeURIComponent(echo) })
          .end(JSON.stringify({ status: 'failed', message: echo }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, verifications, stop: () => server.close() };
}

it('R17: no secret appears in logs or responses, and no personal data in logs', async ({ task }) => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-leaks-'));
  const service = await startHostileService();
  onTestFinished(async () => {
    service.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await writeFile(
    join(folder, 'config.json'),
    JSON.stringify({
      service: { baseUrl: `${service.url}/v1`, hooksUrl: service.url, wssUrl: service.url.replace('http', 'ws') },
      flowId: ids.flow,
      origins: ['https://www.example.com'],
      store: `sqlite:${join(folder, 'leads.db')}`,
      forms: {
        default: {
          tags: ['t'],
          journey: { id: ids.journey },
          fields: [{ name: 'email', type: 'email' }, { name: 'first_name' }, { name: 'note', type: 'textarea' }],
          callback: { agent: ids.agent },
        },
      },
      minFillMs: 0,
      captcha: { provider: 'turnstile', siteKey: 'public-site-key', verifyUrl: `${service.url}/siteverify` },
      limits: { leadsPerIp: false, leadsPerPhone: false },
    }),
  );
  const { url, stop, stdout, stderr } = await serveProxy(join(folder, 'config.json'), [], {
    LEADCHAT_API_KEY: canaries.apiKey,
    LEADCHAT_ADMIN_TOKEN: canaries.adminToken,
    LEADCHAT_CAPTCHA_SECRET: canaries.captchaSecret,
    LEADCHAT_LOG_LEVEL: 'trace',
  });

  const responses: string[] = [];
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    responses.push(JSON.stringify([...response.headers]) + text);
    return text;
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const fields = {
    phone: `+1${canaries.phone}`,
    email: canaries.email,
    first_name: canaries.name,
    note: canaries.note,
  };
  const tokens: string[] = [];
  for (let index = 0; index < 8; index++) {
    const submission = { form: 'default', fields, chat: true, callback: true, captcha: 'visitor-token' };
    const text = await post('/leads', submission, leadHeaders());
    const { lead, token } = JSON.parse(text);
    tokens.push(token);
    await post('/sessions', { lead, token });
    const { call } = JSON.parse(await post('/calls', { lead, token }));
    await send(`/calls/${call}`, { headers: { authorization: `Bearer ${token}` } });
  }
  await post('/leads', { form: 'default', fields: { ...fields, email: 'canary' } }, leadHeaders());
  await post('/leads', { form: 'default', fields, [canaries.note]: 1 }, leadHeaders());
  await send('/admin/api/leads', { headers: { authorization: 'Bearer wrong-canary' } });
  for (const path of ['/config', '/leadchat.js', '/metrics', '/readyz', '/healthz', '/admin']) await send(path);
  await vi.waitUntil(() => stderr().includes('lead-accepted'), { timeout: waitLimitMs });

  expect(service.verifications.filter((text) => text.includes(canaries.captchaSecret)).length).toBeGreaterThan(5);

  await stop();
  const log = stdout() + stderr();
  for (const canary of Object.values(canaries)) expect(log, `the log contains ${canary}`).not.toContain(canary);
  expect(log).not.toContain('canary');
  for (const token of tokens) expect(log).not.toContain(token);
  for (const secret of secrets) expect(responses.join('\n')).not.toContain(secret);
  expect(responses.join('\n')).not.toContain(canaries.phone);
  recordFigure(task, {
    did: 'API key, admin token, captcha secret and personal data planted; the service and the captcha provider echo and fail',
    times: responses.length,
    found: `no secret in ${responses.length} responses; none of them, and no personal data, in ${log.split('\n').length} lines of the log`,
  });
});
