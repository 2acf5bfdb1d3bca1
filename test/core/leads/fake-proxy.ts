/** A proxy behind `fetch`. The test decides whether and how it responds. */
export type FakeProxy = {
  fetch: typeof fetch;
  /** In the order in which they started. */
  requests: { address: string; key: string | null; body: unknown }[];
  /** Returns the response. Throwing simulates a network failure. Undefined means that no response ever comes. */
  respond: (address: string, body: unknown) => Response | Promise<Response> | undefined;
};

export const leadId = 'd1000000-0000-4000-8000-000000000001';
export const session = 'webchat-session.b1000000-0000-4000-8000-000000000001';

export function accepted(): Response {
  return Response.json(
    {
      status: 'accepted',
      lead: leadId,
      token: 'secret',
      session: { flow_id: 'f', session, url: `wss://x/${session}` },
    },
    { status: 202 },
  );
}

export function failed(
  status: number,
  code: string,
  extra: object = {},
  headers: Record<string, string> = {},
): Response {
  return Response.json({ status: 'failed', code, message: `failed with ${code}`, ...extra }, { status, headers });
}

export function unreachable(): never {
  throw new TypeError('Failed to fetch');
}

export function fakeProxy(): FakeProxy {
  const proxy: FakeProxy = {
    requests: [],
    respond: accepted,
    fetch: (input, init) => {
      const address = String(input);
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      proxy.requests.push({ address, key: new Headers(init?.headers).get('idempotency-key'), body });
      return new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        try {
          const response = proxy.respond(address, body);
          if (response !== undefined) resolve(response);
        } catch (error) {
          reject(error);
        }
      });
    },
  };
  return proxy;
}
