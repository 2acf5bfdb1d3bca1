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

  const send = (url: string, init: Parameters<Fetch>[1], isAgain: boolean): ReturnType<Fetch> => {
    const { method, headers, body, signal } = init;
    const isEncrypted = url.startsWith('https:');
    return new Promise((resolve, reject) => {
      const sending = (isEncrypted ? https : http).request(url, {
        method,
        // Another kept connection may be closed, too: then each of them would send the request again.
        agent: isAgain ? false : isEncrypted ? agents.https : agents.http,
        // Its responses are not decompressed.
        headers: { ...headers, 'accept-encoding': 'identity' },
        signal,
      });
      let hasResponse = false;
      sending.on('response', (response) => {
        hasResponse = true;
        const { statusCode: status = 0, headersDistinct } = response;
        const get = (name: string) => headersDistinct[name]?.join(', ') ?? null;
        resolve({ status, headers: { get }, body: response });
      });
      sending.on('error', (error) => {
        // The service has closed the kept connection in the meantime. One that has begun to respond has the request.
        const isStale = sending.reusedSocket && !hasResponse && 'code' in error && staleCodes.has(error.code);
        if (isStale && !signal.aborted) resolve(send(url, init, true));
        else reject(error);
      });
      // All that comes of a switch to another protocol (101).
      sending.on('close', () => reject(new Error('the connection was closed without a response')));
      sending.end(body);
    });
  };

  return {
    fetch: (url, init) => send(url, init, false),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const staleCodes = new Set<unknown>(['ECONNRESET', 'EPIPE']);
