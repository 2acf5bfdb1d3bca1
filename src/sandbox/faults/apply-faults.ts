import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../../clock.ts';
import type { SandboxEnv } from '../rest/endpoint.ts';
import { failure, toResponse } from '../rest/response.ts';
import { defaultLatencyMs, type Fault, type FaultQueue, faultMessage } from './fault-queue.ts';

/** Middleware that applies the next fault for the request's route. */
export function applyFaults(faults: FaultQueue, clock: Clock): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const fault = faults.take(`${c.req.method} ${c.req.path}`);
    if (fault === undefined) return next();
    c.set('fault', fault.kind);
    const { outgoing } = c.env;
    switch (fault.kind) {
      case 'latency':
        await delay(clock, fault.ms ?? defaultLatencyMs, outgoing);
        return outgoing.destroyed ? noResponse(c) : next();
      case 'status':
        return toResponse(failure(fault.status, faultMessage(fault)), retryAfter(fault));
      case 'drop':
        outgoing.destroy();
        return noResponse(c);
      case 'hang':
        await once(outgoing, 'close');
        return noResponse(c);
      case 'cut':
        await next();
        return cutResponse(c);
    }
  };
}

/** Waits, but not longer than the client does. */
function delay(clock: Clock, ms: number, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve);
    outgoing.once('close', () => {
      cancel();
      resolve();
    });
  });
}

function retryAfter({ ms }: Fault): Record<string, string> {
  return ms === undefined ? {} : { 'retry-after': String(Math.ceil(ms / 1000)) };
}

/** Sends the headers and half of the body of the finished response, then ends the connection. */
async function cutResponse(c: Context<SandboxEnv>): Promise<Response> {
  const { outgoing } = c.env;
  const body = new Uint8Array(await c.res.arrayBuffer());
  outgoing.writeHead(c.res.status, { 'content-type': 'application/json', 'content-length': body.byteLength });
  outgoing.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => outgoing.destroy());
  return noResponse(c);
}

function noResponse(c: Context<SandboxEnv>): Response {
  c.set('hasNoResponse', true);
  // Hono merges the headers of a response that is replaced, unless it is removed first.
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
  return RESPONSE_ALREADY_SENT;
}
