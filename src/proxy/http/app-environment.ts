import type { AdminOperator, AuditAction } from '../../protocol/admin/operator.ts';

/**
 * What the server knows about a request besides its content. Hono's Node adapter passes `incoming`; other servers pass
 * `remoteAddress`.
 */
export type RequestInfo = {
  /** Address of the socket's remote end, without regard to X-Forwarded-For. */
  remoteAddress?: string | undefined;
  /** Whether the sender has more connections open than the server allows. The request then gets 429. */
  isOverConnectionLimit?: boolean;
  /** How long new connections wait at present before the server accepts them. Leads that wait too long get 503. */
  waitedMs?: number;
  /** New connections since none of them waited. */
  newConnectionCount?: number;
  /** Headers of the server for the response. */
  responseHeaders?: Readonly<Record<string, string>>;
  incoming?: {
    socket: { remoteAddress?: string | undefined };
    headers?: { host?: string | undefined };
    httpVersionMajor?: number;
    /** The request target as it was sent. */
    url?: string | undefined;
    /** Whether the body has been read to its end. */
    readableEnded?: boolean;
  };
};

/** `by`: who acts. `acts`: what was done to which leads or receivers, if the route does not say it. */
export type AuditNote = { by?: string; acts?: readonly { action: AuditAction; lead?: string; detail?: string }[] };

/** Types of Hono's context in this app. */
export type AppEnvironment = {
  Bindings: RequestInfo;
  Variables: {
    requestId: string;
    /** The client's address; undefined when the app that mounts the proxy does not pass it. */
    clientAddress: string | undefined;
    /** Whether the request comes directly from one of `trustedProxies`, whose headers count. */
    isFromTrustedProxy: boolean;
    /** Who asks; set for every request to the admin API. */
    operator: AdminOperator;
    /** Who that is now, for a response that takes a while: operators and roles may change meanwhile. */
    operatorNow: () => AdminOperator | undefined;
    /** What the audit list says of this request besides its route. */
    audit: AuditNote | undefined;
    /** The limit of refused requests has counted this one already. */
    isRefusalCounted: true | undefined;
  };
};
