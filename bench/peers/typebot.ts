import { z } from 'zod';
import { repliesTo } from '../widget/subject.ts';
import { folderOf, type Peer } from './install-peer.ts';

const npm = { package: '@typebot.io/js', version: '0.10.7' };
const continuation = z.object({ message: z.object({ text: z.string() }) });

/** https://typebot.io: a bubble over HTTP. */
export const typebot: Peer = {
  ...npm,
  name: `Typebot ${npm.version}`,
  path: 'typebot',
  folder: folderOf(npm),
  controls: {
    hosts: ['typebot-bubble'],
    bubble: 'button[part="button"]',
    field: 'textarea',
    send: 'button[aria-label="Send"]',
    log: '.typebot-chat-view > div',
  },
  body: () => `
    <script type="module">
      import Typebot from './files/dist/web.js';
      Typebot.initBubble({ typebot: 'bench', apiHost: new URL('.', location.href).href.slice(0, -1) });
    </script>`,
  respond({ path, body }) {
    if (path.endsWith('/startChat')) {
      const settings = { typingEmulation: { enabled: false } };
      return {
        sessionId: 'bench',
        typebot: { id: 'bench', version: '6.1', theme: {}, settings },
        ...chunk(['Hello!']),
      };
    }
    if (!path.endsWith('/continueChat')) return undefined;
    return chunk(repliesTo(continuation.parse(body).message.text));
  },
};

/** Messages, and the field for the next one. */
function chunk(texts: readonly string[]) {
  const content = (text: string) => ({ type: 'richText', richText: [{ type: 'p', children: [{ text }] }] });
  return {
    messages: texts.map((text) => ({ id: crypto.randomUUID(), type: 'text', content: content(text) })),
    input: { id: crypto.randomUUID(), type: 'text input', options: { isLong: true } },
  };
}
