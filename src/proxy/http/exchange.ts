import type { OriginReading } from './origin.ts';

/** What a route knows of one request besides its body. */
export type Exchange = {
  /** Stands in the answer's `X-Request-Id`, in generic errors and in every line of the log. */
  requestId: string;
  origin: OriginReading;
  /** The client's address as far as it can be known; undefined when whoever mounted the proxy did not hand it in. */
  address: string | undefined;
};

/**
 * What the server knows of a request that the request does not say. Node's adapters for Hono hand in `incoming`;
 * everyone else hands in `remoteAddress`.
 */
export type RequestInfo = {
  /** Address of the socket's other end, before any X-Forwarded-For. */
  remoteAddress?: string | undefined;
  incoming?: { socket: { remoteAddress?: string | undefined } };
};

/** Types of Hono's context in this app. */
export type AppEnvironment = { Bindings: RequestInfo; Variables: { exchange: Exchange } };
