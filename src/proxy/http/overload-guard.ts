import { randomUUID } from 'node:crypto';
import type { ReadonlySignal } from '@preact/signals-core';
import type { ProxyConfig } from '../config/schema.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { RequestInfo } from './app-environment.ts';
import { defaultHeaders } from './http-app.ts';
import { createOverloadWarning } from './log-throttle.ts';
import { createLiveOriginCheck } from './origins.ts';

export type OverloadGuardOptions = {
  config: ReadonlySignal<Pick<ProxyConfig, 'origins'>>;
  metrics: Pick<Metrics, 'requestFinished'>;
  log: Pick<Log, 'warn'>;
  now: () => number;
};

/** A lead whose request has waited longer before the server could read it comes back instead. */
export const maxWaitMs = 1000;
/**
 * One of so many is taken all the same: the others have waited as long, and refusing all would store nothing as long as
 * the overload lasts.
 */
const admittedShare = 4;
/** Part of the connections that bring a lead which can be stored. With less, refusing leads would not end the queue. */
const minLeadShare = 0.5;
/** Fewer leads say nothing about what the connections bring, and end soon. */
const minLeads = 50;
const retryAfterSeconds = 5;

/**
 * Refuses leads while new connections wait too long for this process, if it is leads that they bring: not while clients
 * connect without end that send nothing, or only what the limits refuse. The refusal must cost next to nothing, or
 * refusing would itself be the overload: so it passes no route, and its headers are plain.
 */
export function createOverloadGuard({ config, metrics, log, now }: OverloadGuardOptions) {
  const warnAboutOverload = createOverloadWarning(log, now);
  const allowedOrigin = createLiveOriginCheck(config);
  const body = JSON.stringify({
    status: 'failed',
    code: 'store-unavailable',
    message: `Too many visitors at the same time. Try again in ${retryAfterSeconds} seconds.`,
  });
  /** Of the leads since no connection waited. */
  let counts = { requests: 0, passed: 0, settled: 0, storable: 0 };

  const refusal = (request: Request, waitedMs: number, responseHeaders: RequestInfo['responseHeaders']) => {
    const origin = allowedOrigin(request.headers.get('origin') ?? undefined);
    warnAboutOverload('process');
    metrics.requestFinished({ route: '/leads', method: 'POST', status: 503, seconds: waitedMs / 1000 });
    return new Response(body, {
      status: 503,
      headers: {
        ...defaultHeaders,
        ...responseHeaders,
        'content-type': 'application/json',
        'retry-after': String(retryAfterSeconds),
        'x-request-id': randomUUID(),
        vary: 'Origin',
        ...(origin !== undefined && {
          'access-control-allow-origin': origin,
          'access-control-expose-headers': 'Retry-After, X-Request-Id',
        }),
      },
    });
  };

  /** Responds to a request by `respond`, or refuses it. */
  return async (
    request: Request,
    info: RequestInfo,
    respond: () => Response | Promise<Response>,
  ): Promise<Response> => {
    if (request.method !== 'POST' || !request.url.endsWith('/leads')) return respond();
    const { waitedMs = 0, newConnectionCount = 0, responseHeaders } = info;
    if (newConnectionCount <= 1) counts = { requests: 0, passed: 0, settled: 0, storable: 0 };
    counts.requests++;
    const storableShare = counts.settled === 0 ? 1 : counts.storable / counts.settled;
    const leadShare = (storableShare * counts.requests) / Math.max(1, newConnectionCount);
    const isOverloaded = isLate(info) && counts.requests > minLeads && leadShare >= minLeadShare;
    if (isOverloaded && ++counts.passed % admittedShare !== 0) {
      return refusal(request, waitedMs, responseHeaders);
    }
    const response = await respond();
    counts.settled++;
    // 503: the store has too many of them.
    if (response.status === 202 || response.status === 503) counts.storable++;
    return response;
  };
}

/** Whether new connections wait so long that the process is overloaded. */
export function isLate({ waitedMs = 0 }: RequestInfo): boolean {
  return waitedMs > maxWaitMs;
}
