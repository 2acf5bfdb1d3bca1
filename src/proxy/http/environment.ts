/**
 * What the server knows about a request that the request does not say. Hono's Node adapter passes `incoming`; everyone
 * else passes `remoteAddress`.
 */
export type RequestInfo = {
  /** Address of the socket's other end, before any X-Forwarded-For. */
  remoteAddress?: string | undefined;
  incoming?: {
    socket: { remoteAddress?: string | undefined };
    /** Whether something has read the body to its end. */
    readableEnded?: boolean;
  };
};

/** Types of Hono's context in this app. */
export type AppEnvironment = {
  Bindings: RequestInfo;
  Variables: {
    requestId: string;
    /** The client's address; undefined when the app that mounts the proxy does not pass it. */
    clientAddress: string | undefined;
  };
};
