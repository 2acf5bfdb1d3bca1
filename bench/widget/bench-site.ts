import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { json } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { WebSocketServer } from 'ws';
import type { Subject } from './subject.ts';

export type BenchSite = {
  /** The page of a subject; with `historyLength`, with as many messages of the agent. */
  addressOf(subject: Subject, historyLength?: number): string;
  /** Its host and port. */
  host: string;
  stop(): Promise<void>;
};

const types: Record<string, string> = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css' };

/** One page for each subject, `/<path>/`, and the backends of all. Files are sent with Brotli, as by a content network. */
export async function startBenchSite(
  subjects: readonly Subject[],
  createPage: (body: string, subject: Subject) => string = plainPage,
): Promise<BenchSite> {
  const compressed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      console.error(`[leadchat] bench: ${request.method} ${request.url}:`, error);
      response.destroy();
    });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, { url = '' }) => subjectOf(url)?.connect?.(socket, url));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function subjectOf(path: string): Subject | undefined {
    return subjects.find((subject) => path.startsWith(`/${subject.path}/`));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://site');
    const subject = subjectOf(pathname);
    const path = normalize(pathname.slice((subject?.path.length ?? 0) + 2));
    const send = (content: Buffer, type: string) => response.writeHead(200, { 'content-type': type }).end(content);
    if (path.startsWith('files/')) {
      const content = await readFile(join(subject?.folder ?? '', path.slice('files/'.length))).catch(() => undefined);
      if (content !== undefined) {
        const body = compressed.get(pathname) ?? brotliCompressSync(content);
        compressed.set(pathname, body);
        response.setHeader('content-encoding', 'br');
        response.setHeader('cache-control', 'public, max-age=31536000');
        // Pages of another host may load modules.
        response.setHeader('access-control-allow-origin', '*');
        send(body, types[extname(path)] ?? 'application/octet-stream');
        return;
      }
    } else if (path.startsWith('api/')) {
      const body = request.method === 'POST' ? await json(request) : undefined;
      const backendRequest = { path: path.slice('api/'.length), query, body, origin: origin() };
      if (subject?.stream !== undefined && body !== undefined) {
        const lines = subject.stream(backendRequest).map((event) => `data: ${JSON.stringify(event)}\n\n`);
        send(Buffer.from(lines.join('')), 'text/event-stream');
        return;
      }
      const found = subject?.respond?.(backendRequest);
      if (found !== undefined) {
        send(Buffer.from(JSON.stringify(found)), 'application/json');
        return;
      }
    } else if (path === '.' && subject !== undefined) {
      const body = subject.body({ origin: origin(), historyLength: Number(query.get('history') ?? 0) });
      const page = createPage(body, subject);
      send(Buffer.from(page), 'text/html; charset=utf-8');
      return;
    }
    response.writeHead(404).end();
  }

  function origin(): string {
    const address = server.address();
    return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  return {
    addressOf: ({ path }, historyLength = 0) =>
      `http://${origin()}/${path}/${historyLength > 0 ? `?history=${historyLength}` : ''}`,
    host: origin(),
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function plainPage(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>A page</title><p>A page.</p>${body}</html>`;
}
