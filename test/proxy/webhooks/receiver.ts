import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import { type WebhookEvent, webhookEvent } from '../../../src/protocol/proxy/webhook.ts';

export const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;

export type TestReceiver = {
  url: string;
  /** The accepted webhooks in order, verified with the library of Standard Webhooks and parsed with the schema. */
  events: { id: string; event: WebhookEvent }[];
  /** All requests, including refused ones. */
  requestCount(): number;
  /** Responds to all further requests. @default 204 to a valid signature, else 401 */
  respond(respond: (response: ServerResponse, request: IncomingMessage) => void): void;
};

/** A receiver of webhooks on a real port. */
export async function startReceiver(): Promise<TestReceiver> {
  const events: TestReceiver['events'] = [];
  const verifier = new Webhook(secret);
  let requests = 0;
  let respond: ((response: ServerResponse, request: IncomingMessage) => void) | undefined;

  const accept = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    try {
      verifier.verify(body, headers);
      events.push({ id: headers['webhook-id'] ?? '', event: webhookEvent.parse(JSON.parse(body)) });
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end();
    }
  };
  const server = createServer((request, response) => {
    requests++;
    if (respond !== undefined) respond(response, request);
    else void accept(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    events,
    requestCount: () => requests,
    respond(responder) {
      respond = responder;
    },
  };
}
