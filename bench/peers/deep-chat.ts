import { z } from 'zod';
import { repliesTo } from '../widget/subject.ts';
import { folderOf, type Peer } from './install-peer.ts';

const npm = { package: 'deep-chat', version: '2.4.2' };
const message = z.object({ messages: z.array(z.object({ text: z.string() })) });

/** https://deepchat.dev: a custom element over a WebSocket, like leadchat. It has no bubble. */
export const deepChat: Peer = {
  ...npm,
  name: `deep-chat ${npm.version}`,
  path: 'deep-chat',
  folder: folderOf(npm),
  controls: {
    hosts: ['deep-chat'],
    field: '#text-input',
    send: '.input-button',
    log: '#messages > div:last-child',
  },
  body: ({ origin }) => `
    <script src="files/dist/deepChat.bundle.js" type="module"></script>
    <deep-chat connect='{"url":"ws://${origin}/deep-chat/socket","websocket":true}'></deep-chat>`,
  connect(socket) {
    socket.on('message', (data) => {
      const { text } = message.parse(JSON.parse(String(data))).messages[0] ?? { text: '' };
      for (const reply of repliesTo(text)) socket.send(JSON.stringify({ text: reply }));
    });
  },
};
