import http from 'node:http';
import https from 'node:https';
import type { Fetch } from '../../service-client/index.ts';

/**
 * A `fetch` over connections that are kept, for requests that may be repeated: connecting, with TLS above all, costs more
 * than such a request. Node's own `fetch` has one set of connections for all requests, and would send a call or an
 * enrolment over a kept one, too.
 */
export function createKeptFetch(): { fetch: Fetch; close(): void } {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

  const send = (url: string, init: RequestInit): Promise<Response> => {
    const isEncrypted = url.startsWith('https:');
    const { method = 'GET', headers, body, signal } = init;
    return new Promise((resolve, reject) => {
      const sending = (isEncrypted ? https : http).request(url, {
        method,
        agent: isEncrypted ? agents.https : agents.http,
        // Its responses are not decompressed.
        headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
        ...(signal && { signal }),
      });
      let hasResponse = false;
      sending.on('response', (response) => {
        hasResponse = true;
        try {
          resolve(toResponse(response));
        } catch (error) {
          response.destroy();
          reject(error);
        }
      });
      sending.on('error', (error) => {
        // The service has closed the kept connection in the meantime. One that has begun to respond has the request.
        const isStale = sending.reusedSocket && !hasResponse && 'code' in error && staleCodes.has(error.code);
        if (isStale && signal?.aborted !== true) resolve(send(url, init));
        else reject(error);
      });
      sending.end(typeof body === 'string' ? body : undefined);
    });
  };

  return {
    fetch: send,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const staleCodes = new Set<unknown>(['ECONNRESET', 'EPIPE']);
const bodiless = [204, 205, 304];

function toResponse(message: http.IncomingMessage): Response {
  const { statusCode: status = 0, headersDistinct } = message;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (!bodiless.includes(status)) return new Response(toWeb(message), { status, headers });
  message.resume();
  return new Response(null, { status, headers });
}

/** The body as a stream that stops reading when it is cancelled. */
function toWeb(message: http.IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = message[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      message.destroy();
    },
  });
}
