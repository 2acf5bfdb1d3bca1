import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type WebSocket, WebSocketServer } from 'ws';

const flow = 'f1000000-0000-4000-8000-000000000001';

/** The content of the page: nothing, the chat written by hand, leadchat, or leadchat from another build. */
export type Subject = 'blank' | 'hand-written' | 'leadchat' | 'compared';

export type BenchSite = {
  addressOf(subject: Subject): string;
  stop(): Promise<void>;
};

/** Pages with each subject, and one service for all. `compared` is the dist folder of another build. */
export async function startBenchSite(compared?: string): Promise<BenchSite> {
  const folders: Record<string, string> = {
    '/dist/': fileURLToPath(new URL('../../dist/', import.meta.url)),
    '/compared/': compared ?? '',
    '/': import.meta.dirname,
  };
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname);
    if (path.endsWith('.html')) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageFor(path.slice(1, -5), origin()));
      return;
    }
    const [prefix = '/', folder = ''] = Object.entries(folders).find(([start]) => path.startsWith(start)) ?? [];
    try {
      const content = await readFile(join(folder, path.slice(prefix.length)));
      const type = extname(path) === '.js' ? 'text/javascript' : 'application/octet-stream';
      response.writeHead(200, { 'content-type': type }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function origin(): string {
    const address = server.address();
    return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  return {
    addressOf: (subject) => `http://${origin()}/${subject}.html`,
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Replies to each message; to `burst 1000` with 1,000 messages. The last reply quotes the message. */
function serve(socket: WebSocket): void {
  const send = (frame: object) => socket.send(JSON.stringify({ id: randomUUID(), ...frame }));
  send({ type: 'session', session_id: `webchat-session.${randomUUID()}` });
  send({ type: 'chatowner', name: 'Nora' });
  socket.on('message', (data) => {
    const { content } = JSON.parse(String(data));
    const count = Number(/^burst (\d+)$/.exec(content)?.[1] ?? 1);
    for (let number = 1; number <= count; number++) {
      const text = `${number} of ${count}, and here is what an agent writes in a line or two of a chat.`;
      send({ type: 'message', name: 'Nora', content: number < count ? text : `${text} end of answer to: ${content}` });
    }
  });
}

function pageFor(subject: string, origin: string): string {
  const address = `ws://${origin}/webchat/flow/${flow}/session/null/r/false`;
  const leadchat = (folder: string) =>
    `<script src="/${folder}/leadchat.js" data-flow-id="${flow}" data-wss-url="ws://${origin}" async></script>`;
  const tags: Record<string, string> = {
    leadchat: leadchat('dist'),
    compared: leadchat('compared'),
    'hand-written': `<script src="/hand-written-bubble.js" data-chat="/hand-written-chat.js" data-service="${address}" defer></script>`,
  };
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><p>A page.</p>${tags[subject] ?? ''}</html>`;
}
