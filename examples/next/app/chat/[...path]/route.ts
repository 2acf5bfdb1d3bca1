import { proxy } from '../proxy';

/** The proxy under /chat of this site. */
async function respond(request: Request): Promise<Response> {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice('/chat'.length);
  // Next writes the visitor's address there; the last one is what your own server or platform has seen.
  const remoteAddress = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  const forwarded = new Request(url, request);
  // Next compresses responses itself, and removes the Content-Encoding of a route.
  forwarded.headers.delete('accept-encoding');
  const { fetch } = await proxy();
  return fetch(forwarded, { remoteAddress });
}

// Visitors cancel a planned call with DELETE.
export { respond as DELETE, respond as GET, respond as OPTIONS, respond as POST };
