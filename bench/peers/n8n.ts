import { z } from 'zod';
import { history, repliesTo } from '../widget/subject.ts';
import { folderOf, type Peer } from './install-peer.ts';

const npm = { package: '@n8n/chat', version: '1.37.0' };
const call = z.object({ action: z.string(), chatInput: z.string().optional() });

/** https://www.npmjs.com/package/@n8n/chat: a bubble over HTTP, with one message in reply to one. */
export const n8n: Peer = {
  ...npm,
  name: `n8n chat ${npm.version}`,
  path: 'n8n',
  folder: folderOf(npm),
  hasHistory: true,
  controls: {
    hosts: [],
    bubble: '.chat-window-toggle',
    field: '.chat-input textarea',
    send: '.chat-input-send-button',
    log: '.chat-messages-list',
  },
  // With a history, the measurement itself calls startChat, because the chat loads its messages before it is opened.
  body: ({ historyLength }) => `
    <link href="files/dist/style.css" rel="stylesheet">
    <script type="module">
      import { createChat } from './files/dist/chat.bundle.es.js';
      const startChat = () => createChat({ webhookUrl: new URL('api/webhook?history=${historyLength}', location.href).href, enableStreaming: false });
      ${historyLength > 0 ? 'window.startChat = startChat' : 'startChat()'};
    </script>`,
  respond({ query, body }) {
    const { action, chatInput } = call.parse(body);
    if (action === 'sendMessage') return { output: repliesTo(chatInput ?? '').at(-1) };
    const data = history(Number(query.get('history'))).map((content) => ({ id: ['AIMessage'], kwargs: { content } }));
    return { data };
  },
};
