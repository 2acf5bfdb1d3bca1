import { type ConfigResult, parseConfig } from '../../../src/proxy/config/parse-config.ts';
import type { ProxyConfig } from '../../../src/proxy/config/schema.ts';
import type { DoctorDeps } from '../../../src/proxy/doctor/run-doctor.ts';

export const key = 'canary-key-1234';
export const flowId = 'f1000000-0000-4000-8000-000000000001';
const unknownId = '11111111-1111-4111-8111-111111111111';
export const journeyId = 'a1000000-0000-4000-8000-000000000001';

/** A valid configuration with these changes. */
export function configWith(changes: Record<string, unknown> = {}): ProxyConfig {
  const reading: ConfigResult = parseConfig(
    {
      service: {
        baseUrl: 'https://api.example/v1',
        hooksUrl: 'https://hooks.example',
        wssUrl: 'wss://chat.example',
        apiKey: key,
      },
      flowId,
      origins: ['https://shop.example'],
      trustedProxies: ['127.0.0.1'],
      adminToken: 'canary-token-12345',
      forms: { default: { tags: ['website'], journey: { id: journeyId } } },
      ...changes,
    },
    { dev: true },
  );
  if (!reading.ok) throw new Error(reading.issues.join('\n'));
  return reading.config;
}

export type Route = 'get-lead' | 'get-lead-without-key' | 'tag' | 'call' | 'journey' | 'session';
export type Reply = Response | Error;

/** Dependencies with a healthy service. `replies` replaces the responses of single routes. */
export function createDeps(
  replies: Partial<Record<Route, () => Reply>> = {},
  overrides: Partial<DoctorDeps> = {},
): DoctorDeps & { requests: string[] } {
  const requests: string[] = [];
  return {
    requests,
    async fetch(url, init) {
      requests.push(`${init.method} ${url}`);
      const reply = (replies[routeOf(url, init)] ?? (() => healthy(url, init)))();
      if (reply instanceof Error) throw reply;
      return reply;
    },
    openSocket: async (url) => {
      if (url.includes(unknownId)) return { kind: 'closed', code: 4404 };
      const session = '{"type":"session","id":"1","session_id":"webchat-session.9b2d1c7e-0a4b-4c55-8f21-6d1f0f3a7e42"}';
      return { kind: 'frames', first: session };
    },
    // A Friday evening in New York.
    now: () => Date.parse('2026-11-21T00:30:00Z'),
    checkStore: async () => 'writable',
    readSaved: async () => {},
    connect: async () => {},
    env: {},
    unknownId: () => unknownId,
    ...overrides,
  };
}

export function failure(status: number): Response {
  return Response.json({ status: 'failed', message: `Failed with ${status}.` }, { status });
}

function routeOf(url: string, init: RequestInit): Route {
  const { pathname } = new URL(url);
  if (pathname.endsWith('/lead/get')) return hasKey(init) ? 'get-lead' : 'get-lead-without-key';
  if (pathname.endsWith('/lead/tag')) return 'tag';
  if (pathname.endsWith('/calls/get')) return 'call';
  if (pathname.endsWith('/lead/sendtoworkflow')) return 'journey';
  if (pathname.endsWith('/webchat/session')) return 'session';
  throw new Error(`the doctor requested ${url}`);
}

function healthy(url: string, init: RequestInit): Response {
  const { pathname, search } = new URL(url);
  if (pathname === '/webchat/session') return failure(400);
  if (!hasKey(init)) return failure(401);
  return failure(search === '' ? 400 : 404);
}

function hasKey(init: RequestInit): boolean {
  return new Headers(init.headers).get('authorization') === `Bearer ${key}`;
}
