import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { repliesTo } from '../widget/subject.ts';
import { folderOf, type Peer } from './install-peer.ts';

const npm = { package: 'botframework-webchat', version: '4.18.1' };
const activity = z.looseObject({ type: z.string(), text: z.string().optional() });

/**
 * https://github.com/microsoft/BotFramework-WebChat, its minimal bundle, over Direct Line with a WebSocket. It has no
 * bubble.
 */
export function createBotframework(): Peer {
  const sockets = new Map<string, WebSocket>();
  const send = (conversation: string, activities: readonly object[]) => {
    const common = { timestamp: new Date().toISOString(), conversation: { id: conversation }, channelId: 'directline' };
    const complete = activities.map((content) => ({ ...common, id: randomUUID(), ...content }));
    sockets.get(conversation)?.send(JSON.stringify({ activities: complete, watermark: '0' }));
  };
  return {
    ...npm,
    name: `Bot Framework ${npm.version}, minimal`,
    path: 'botframework',
    folder: folderOf(npm),
    controls: {
      hosts: [],
      field: '.webchat__send-box-text-box__input',
      send: '.webchat__send-button',
      log: '.webchat__basic-transcript__transcript',
    },
    body: ({ origin }) => `
      <div id="webchat" style="width: 400px; height: 600px"></div>
      <script src="files/dist/webchat-minimal.js"></script>
      <script>
        const directLine = WebChat.createDirectLine({ domain: 'http://${origin}/botframework/api', token: 'bench' });
        WebChat.renderWebChat({ directLine, userID: 'visitor' }, document.getElementById('webchat'));
      </script>`,
    respond({ path, body, origin }) {
      if (path === 'conversations') {
        const conversationId = randomUUID();
        const streamUrl = `ws://${origin}/botframework/stream/${conversationId}`;
        return { conversationId, token: 'bench', expires_in: 1800, streamUrl };
      }
      const conversation = /^conversations\/([^/]+)\/activities$/.exec(path)?.[1];
      if (conversation === undefined) return undefined;
      const id = randomUUID();
      const sent = activity.parse(body);
      // Direct Line sends the visitor's own activities back, then those of the bot.
      send(conversation, [{ ...sent, id }]);
      if (sent.type === 'message') {
        for (const text of repliesTo(sent.text ?? '')) {
          send(conversation, [{ type: 'message', text, from: { id: 'bot', name: 'Nora', role: 'bot' } }]);
        }
      }
      return { id };
    },
    connect(socket, path) {
      sockets.set(path.split('/').at(-1) ?? '', socket);
    },
  };
}
