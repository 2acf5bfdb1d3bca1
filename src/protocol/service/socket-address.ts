export type SocketPath = {
  flowId: string;
  /** Null starts a new anonymous conversation. */
  session: string | null;
  /** Whether the connection resumes a conversation. */
  reconnect: boolean;
};

/** Path of the webchat connection, with every segment encoded. */
export function socketPath({ flowId, session, reconnect }: SocketPath): string {
  return `/webchat/flow/${encodeURIComponent(flowId)}/session/${encodeURIComponent(session ?? 'null')}/r/${reconnect}`;
}

/** URL of the webchat connection. `wssUrl` may end in a slash and may have a path. */
export function socketUrl(wssUrl: string, path: SocketPath): string {
  return wssUrl.replace(/\/+$/, '') + socketPath(path);
}

const pathPattern = /^\/webchat\/flow\/([^/]+)\/session\/([^/]+)\/r\/(true|false)$/;

/** Parses the path of a webchat connection; undefined for any other path. It does not check the ids. */
export function parseSocketPath(pathname: string): SocketPath | undefined {
  const match = pathPattern.exec(pathname);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  try {
    const session = decodeURIComponent(match[2]);
    return {
      flowId: decodeURIComponent(match[1]),
      session: session === 'null' ? null : session,
      reconnect: match[3] === 'true',
    };
  } catch {
    return undefined; // a segment with a broken percent escape
  }
}
