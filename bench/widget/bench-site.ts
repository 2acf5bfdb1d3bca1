import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type WebSocket, WebSocketServer } from 'ws';

const flow = 'f1000000-0000-4000-8000-000000000001';

/** What is on the page: nothing, the hand-written floor, or leadchat. */
export const subjects = ['blank', 'hand-written', 'leadchat'] as const;
export type Subject = (typeof subjects)[number];

export type BenchSite = {
  addressOf(subject: Subject): string;
  stop(): Promise<void>;
};

/** Pages with either chat on them, and one service for both: it answers `burst 1000` with so many messages. */
export async function startBenchSite(): Promise<BenchSite> {
  const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
  const own = fileURLToPath(new URL('./', import.meta.url));
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname);
    if (path.endsWith('.html')) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageFor(path.slice(1, -5), origin()));
      return;
    }
    try {
      const content = await readFile(path.startsWith('/dist/') ? dist + path.slice(6) : own + path.slice(1));
      const type = extname(path) === '.js' ? 'text/javascript' : 'application/octet-stream';
      response.writeHead(200, { 'content-type': type }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', serve);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  function origin(): string {
    const address = server.address();
    return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  return {
    addressOf: (subject) => `http://${origin()}/${subject}.html`,
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function serve(socket: WebSocket): void {
  const tell = (frame: object) => socket.send(JSON.stringify({ id: randomUUID(), ...frame }));
  tell({ type: 'session', session_id: `webchat-session.${randomUUID()}` });
  tell({ type: 'chatowner', name: 'Nora' });
  socket.on('message', (data) => {
    const { content } = JSON.parse(String(data));
    const count = Number(/^burst (\d+)$/.exec(content)?.[1] ?? 1);
    for (let number = 1; number <= count; number++) {
      const text = `${number} of ${count}, and here is what an agent writes in a line or two of a chat.`;
      tell({ type: 'message', name: 'Nora', content: text });
    }
  });
}

function pageFor(subject: string, origin: string): string {
  const address = `ws://${origin}/webchat/flow/${flow}/session/null/r/false`;
  const tags: Record<string, string> = {
    leadchat: `<script src="/dist/leadchat.js" data-flow-id="${flow}" data-wss-url="ws://${origin}" async></script>`,
    'hand-written': `<script src="/hand-written-bubble.js" data-chat="/hand-written-chat.js" data-service="${address}" defer></script>`,
  };
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><p>A page.</p>${tags[subject] ?? ''}</html>`;
}
