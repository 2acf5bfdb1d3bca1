import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { WebSocket } from 'ws';
import { type Controls, repliesTo, type Subject } from './subject.ts';

/**
 * A page without a chat. The measurement waits for its paragraph as for a bubble, so its own cost is the same on every
 * page.
 */
export const blank: Subject = {
  name: 'blank page',
  path: 'blank',
  controls: { hosts: [], bubble: 'p', field: 'p', send: 'p', log: 'p' },
  body: () => '',
};

const socketPath = '/webchat/flow/f1000000-0000-4000-8000-000000000001/session/null/r/false';
const flow = socketPath.split('/')[3] ?? '';

const controls: Controls = {
  hosts: [],
  bubble: 'button[aria-label="Open chat"]',
  field: 'textarea',
  send: 'button[aria-label="Send"]',
  log: '[role=log]',
};

/** The floor: a bubble and a chat as you would write them by hand, over the same service as leadchat. */
export const handWritten: Subject = {
  name: 'hand-written',
  path: 'hand-written',
  controls: { ...controls, loadsOnIntent: { file: '/hand-written-chat.js' } },
  folder: import.meta.dirname,
  body: ({ origin }) =>
    `<script src="files/hand-written-bubble.js" data-chat="./hand-written-chat.js" data-service="ws://${origin}/hand-written${socketPath}" defer></script>`,
  connect: serve,
};

/** leadchat's build in dist. */
export const leadchat = buildOf('leadchat', fileURLToPath(new URL('../../dist/', import.meta.url)));

/** A build of leadchat, from its dist folder. */
export function buildOf(name: string, folder: string): Subject {
  return {
    name,
    path: name,
    controls: {
      ...controls,
      hosts: ['leadchat-widget'],
      log: '.messages',
      loadsOnIntent: { file: '/panel-', element: '[role=dialog]' },
    },
    folder,
    body: ({ origin }) =>
      `<script src="files/leadchat.js" data-flow-id="${flow}" data-wss-url="ws://${origin}/${name}" async></script>`,
    connect: serve,
  };
}

/** The service's WebSocket. */
function serve(socket: WebSocket): void {
  const send = (frame: object) => socket.send(JSON.stringify({ id: randomUUID(), ...frame }));
  send({ type: 'session', session_id: `webchat-session.${randomUUID()}` });
  send({ type: 'chatowner', name: 'Nora' });
  socket.on('message', (data) => {
    const { content } = JSON.parse(String(data));
    for (const reply of repliesTo(content)) send({ type: 'message', name: 'Nora', content: reply });
  });
}
