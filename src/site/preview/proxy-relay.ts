import * as z from 'zod/mini';

/*
 * The page in a preview's frame has no origin, and the proxy answers only pages that its operator lists. So the page around it
 * sends the requests of the widget in it: those, and no others.
 */

const relayedRequest = z.object({
  /** Behind the proxy's address. */
  path: z.string(),
  method: z.enum(['GET', 'POST', 'DELETE']),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.nullable(z.string()),
});
export type RelayedRequest = z.infer<typeof relayedRequest>;

/** `null`: the proxy could not be reached. */
const relayedResponse = z.nullable(
  z.object({
    status: z.number(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.nullable(z.string()),
  }),
);
type RelayedResponse = z.infer<typeof relayedResponse>;

/** Routes that visitors use. Those of the dashboard are not among them. */
const visitorRoutes = /^\/(?:config|leads|identity|sessions|calls|funnel)(?:[/?]|$)/;

/** Sends what the frames of this page ask for. Every other sender, and every other address, gets no answer. */
export function answerPreviews(proxyUrl: string): void {
  addEventListener('message', ({ data, origin, source, ports: [port] }) => {
    const frames = [...document.querySelectorAll('iframe')];
    if (origin !== 'null' || port === undefined || !frames.some(({ contentWindow }) => contentWindow === source))
      return;
    const request = relayedRequest.safeParse(data);
    const address = request.success ? visitorAddress(proxyUrl, request.data.path) : undefined;
    if (!request.success || address === undefined) return port.postMessage(null);
    void send(address, request.data).then((response) => port.postMessage(response));
  });
}

/** The address of a visitor's route; undefined for any other, however it is written. */
export function visitorAddress(proxyUrl: string, path: string): string | undefined {
  const url = URL.parse(`${proxyUrl}${path}`);
  if (url === null || !url.href.startsWith(`${proxyUrl}/`)) return undefined;
  return visitorRoutes.test(url.href.slice(proxyUrl.length)) ? url.href : undefined;
}

async function send(address: string, { method, headers, body }: RelayedRequest): Promise<RelayedResponse> {
  try {
    const response = await fetch(address, { method, headers, body, credentials: 'omit' });
    const text = await response.text();
    return { status: response.status, headers: [...response.headers], body: text === '' ? null : text };
  } catch {
    // The frame's own `fetch` fails, as it would without the page around it.
    return null;
  }
}

/** Lets this page, in a preview's frame, reach the proxy through the page around it. It requests everything else itself. */
export function relayRequests(proxyUrl: string): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(`${proxyUrl}/`)) return fetch(request);
    const { method, headers } = request;
    const body = method === 'GET' ? null : await request.text();
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<unknown>((resolve, reject) => {
      port1.onmessage = ({ data }) => resolve(data);
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
    const message = { path: request.url.slice(proxyUrl.length), method, headers: [...headers], body };
    // To the demo's own pages only: `location` has the origin that the sandbox takes from this page.
    parent.postMessage(message, location.origin, [port2]);
    const response = relayedResponse.parse(await answer);
    if (response === null) throw new TypeError('the proxy could not be reached');
    return new Response(response.body, { status: response.status, headers: response.headers });
  };
}
