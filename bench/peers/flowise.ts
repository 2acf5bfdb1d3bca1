import { z } from 'zod';
import { history, repliesTo } from '../widget/subject.ts';
import { folderOf, type Peer } from './install-peer.ts';

const npm = { package: 'flowise-embed', version: '3.1.6' };
const question = z.object({ question: z.string() });
const chatflow = 'bench';

/** https://flowiseai.com: a bubble over HTTP, without streaming. Its history is in the browser's storage. */
export const flowise: Peer = {
  ...npm,
  name: `Flowise ${npm.version}`,
  path: 'flowise',
  folder: folderOf(npm),
  hasHistory: true,
  controls: {
    hosts: ['flowise-chatbot'],
    bubble: 'button[part="button"]',
    field: 'textarea',
    send: 'textarea + button',
    log: '.chatbot-chat-view',
  },
  body: ({ historyLength }) => `
    <script>${historyLength > 0 ? storeHistory(historyLength) : ''}</script>
    <script type="module">
      import Chatbot from './files/dist/web.js';
      Chatbot.init({ chatflowid: '${chatflow}', apiHost: new URL('.', location.href).href.slice(0, -1) });
    </script>`,
  respond({ path, body }) {
    if (path.startsWith('v1/public-chatbotConfig/')) return {};
    if (path.startsWith('v1/chatflows-streaming/')) return { isStreaming: false };
    if (!path.startsWith('v1/prediction/')) return undefined;
    const text = repliesTo(question.parse(body).question).join('\n\n');
    return { text, chatId: 'bench', chatMessageId: crypto.randomUUID() };
  },
};

function storeHistory(length: number): string {
  const chatHistory = history(length).map((message) => ({ message, type: 'apiMessage' }));
  return `localStorage.setItem('${chatflow}_EXTERNAL', ${JSON.stringify(JSON.stringify({ chatId: 'bench', chatHistory }))});`;
}
