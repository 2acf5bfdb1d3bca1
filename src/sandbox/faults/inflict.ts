import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../../clock.ts';
import { failure } from '../rest/answer.ts';
import { type Exchange, send } from '../rest/exchange.ts';
import type { Fault } from './fault.ts';
import type { FaultList } from './fault-list.ts';

/** Lets the next fault for a request's route befall it. */
export function inflictFaults(faults: FaultList, clock: Clock): MiddlewareHandler<Exchange> {
  return async (c, next) => {
    const fault = faults.take(`${c.req.method} ${c.req.path}`);
    if (fault === undefined) return next();
    c.set('fault', fault.kind);
    const { outgoing } = c.env;
    switch (fault.kind) {
      case 'latency':
        await passed(clock, fault.ms ?? defaultLatencyMs, outgoing);
        return outgoing.destroyed ? unanswered(c) : next();
      case 'status':
        return send(failure(fault.status, `The sandbox was asked to answer ${fault.status}.`), retryAfter(fault));
      case 'drop':
        outgoing.destroy();
        return unanswered(c);
      case 'hang':
        await once(outgoing, 'close');
        return unanswered(c);
      case 'cut':
        await next();
        return cutAnswer(c);
    }
  };
}

export const defaultLatencyMs = 1000;

/** The time, unless nobody waits for the answer any more. */
function passed(clock: Clock, ms: number, outgoing: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const stop = clock.after(ms, done);
    outgoing.once('close', () => {
      stop();
      done();
    });
  });
}

function retryAfter({ ms }: Fault): Record<string, string> {
  return ms === undefined ? {} : { 'retry-after': String(Math.ceil(ms / 1000)) };
}

/** Sends the head and half of the body of an answer that is done, then ends the connection. */
async function cutAnswer(c: Context<Exchange>): Promise<Response> {
  const { outgoing } = c.env;
  const body = new Uint8Array(await c.res.arrayBuffer());
  outgoing.writeHead(c.res.status, { 'content-type': 'application/json', 'content-length': body.byteLength });
  outgoing.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => outgoing.destroy());
  return unanswered(c);
}

function unanswered(c: Context<Exchange>): Response {
  c.set('unanswered', true);
  // Hono merges the headers of a response that is replaced, unless it is taken away first.
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
  return RESPONSE_ALREADY_SENT;
}
