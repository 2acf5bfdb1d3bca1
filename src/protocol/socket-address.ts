export type SocketPath = {
  flowId: string;
  /** null: a new anonymous conversation. */
  session: string | null;
  /** true when a conversation is resumed. */
  reconnect: boolean;
};

/** The path of the WebSocket (4.11), with every segment encoded. */
export function socketPath({ flowId, session, reconnect }: SocketPath): string {
  return `/webchat/flow/${encodeURIComponent(flowId)}/session/${encodeURIComponent(session ?? 'null')}/r/${reconnect}`;
}

/** The whole address of the WebSocket; `wssUrl` may end in a slash and may carry a path before `/webchat`. */
export function socketUrl(wssUrl: string, path: SocketPath): string {
  return wssUrl.replace(/\/+$/, '') + socketPath(path);
}

const pathPattern = /^\/webchat\/flow\/([^/]+)\/session\/([^/]+)\/r\/(true|false)$/;

/** The parts of a WebSocket path (4.11), or undefined when it is none. Ids are not judged here. */
export function readSocketPath(pathname: string): SocketPath | undefined {
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
