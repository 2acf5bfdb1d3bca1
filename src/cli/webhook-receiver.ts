import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { close, createLocalServer, listen } from './http-server.ts';

export type WebhookReceiver = { url: string; stop(): Promise<void> };

type Received = { id: string; body: string };

const maxEvents = 50;
const maxBodyBytes = 100_000;

/** The demo's webhook receiver: `POST /` verifies and keeps a webhook, `GET /` lists them. */
export async function startWebhookReceiver(secret: string): Promise<WebhookReceiver> {
  const webhook = new Webhook(secret);
  let received: Received[] = [];

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    try {
      webhook.verify(body, headers, { jsonParse: false });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      response.writeHead(401, { 'content-type': 'text/plain' }).end(`${error.message}\n`);
      return;
    }
    const id = headers['webhook-id'] ?? '';
    // A webhook may arrive more than once.
    if (received.every((earlier) => earlier.id !== id)) received = [{ id, body }, ...received].slice(0, maxEvents);
    response.writeHead(204).end();
  };

  const server = createLocalServer('localhost', (request, response) => {
    if (request.method === 'POST') receive(request, response).catch(() => response.destroy());
    else response.writeHead(200, pageHeaders).end(renderPage(received));
  });
  const port = await listen(server, 0, 'localhost');
  return { url: `http://localhost:${port}/`, stop: () => close(server) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error('the webhook is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};

function renderPage(received: readonly Received[]): string {
  const items = received.map(({ id, body }) => {
    const { type, ...rest } = JSON.parse(body);
    return `<li><h2>${escapeHtml(String(type))}</h2><p>${escapeHtml(id)}</p><pre>${escapeHtml(JSON.stringify(rest, null, 2))}</pre></li>`;
  });
  const list =
    items.length > 0
      ? `<ol>${items.join('')}</ol>`
      : '<p>Nothing yet. Leave a lead on the demo site: its first webhook appears here within seconds.</p>';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Webhooks</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; background: light-dark(oklch(99% 0.004 262), oklch(17% 0.012 262)); color: light-dark(oklch(24% 0.02 262), oklch(94% 0.006 262)) }
body { max-width: 760px; margin: 0 auto; padding: 28px 16px }
h1 { margin: 0; font-size: 21px; letter-spacing: -0.02em }
p { margin: 4px 0; color: light-dark(oklch(47% 0.02 262), oklch(73% 0.014 262)) }
ol { list-style: none; padding: 0 }
li { border: 1px solid light-dark(oklch(91% 0.01 262), oklch(31% 0.014 262)); border-radius: 20px; background: light-dark(#fff, oklch(20.5% 0.013 262)); padding: 20px; margin: 16px 0 }
h2 { margin: 0; font-size: 16px }
li p { margin: 0; font-size: 13px }
pre { margin-bottom: 0; white-space: pre-wrap; overflow-wrap: anywhere }
</style>
<h1>Webhooks</h1>
<p>What the proxy posted to this receiver, newest first. Every signature was verified.</p>
${list}
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
