import type { Plugin } from 'vite';

/**
 * What src/connection/socket.ts never calls of reconnecting-websocket, from where it begins to where the next thing
 * does. The library's text is of one version; another one has to be read anew, so it ends the build.
 */
const unused = [
  // binaryType, and what is told of retries, queue, extensions and protocol
  ['    get binaryType() {', '    /**\n     * The current state of the connection;'],
  // url, and the handlers that are no listeners
  [
    '    /**\n     * The URL as resolved',
    '    /**\n     * Closes the WebSocket connection or connection attempt, if any.',
  ],
  ['    /**\n     * Closes the WebSocket connection or connection attempt and connects', '    /**\n     * Enqueue'],
  ['    public dispatchEvent(', '    /**\n     * Removes an event listener'],
  ['    private _debug(', '    private _getNextDelay('],
] as const;
const handlers = ['open', 'message', 'error', 'close'];

/** Takes out of reconnecting-websocket what never runs here: its log for debugging, and members that nobody calls. */
export function leanSocket(): Plugin {
  return {
    name: 'lean-socket',
    enforce: 'pre',
    transform: {
      filter: { id: /reconnecting-websocket\/reconnecting-websocket\.ts$/ },
      handler: (code) => ({ code: trimSocket(code), map: null }),
    },
  };
}

export function trimSocket(source: string): string {
  let code = source;
  for (const [from, to] of unused) {
    const [start, end] = [indexOf(code, from), indexOf(code, to)];
    code = code.slice(0, start) + code.slice(end);
  }
  for (const name of handlers) {
    const call = `        if (this.on${name}) {\n            this.on${name}(event);\n        }\n`;
    indexOf(code, call);
    code = code.replace(call, '');
  }
  code = code.replaceAll(/^ *this\._debug\(.*\);\n/gm, '');
  const left = /_debug|this\.on(?:open|message|error|close)\b/.exec(code);
  if (left !== null) throw unexpected(left[0]);
  return code;
}

/** Where a text is that has to be there once. */
function indexOf(code: string, text: string): number {
  const index = code.indexOf(text);
  if (index === -1 || code.indexOf(text, index + 1) !== -1) throw unexpected(text.trim());
  return index;
}

function unexpected(text: string): Error {
  return new Error(`reconnecting-websocket is not the text that build/lean-socket.ts was written for: see "${text}"`);
}
