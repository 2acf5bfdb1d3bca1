import { z } from 'zod';
import { repliesTo } from '../widget/subject.ts';
import { folderOf, type Peer } from './install-peer.ts';

const npm = { package: '@runtypelabs/persona', version: '4.17.0' };
const dispatch = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });

/** https://github.com/runtypelabs/persona: a bubble over HTTP, with an event stream in reply to a message. */
export const persona: Peer = {
  ...npm,
  name: `Persona ${npm.version}`,
  path: 'persona',
  folder: folderOf(npm),
  controls: {
    hosts: [],
    bubble: 'button.persona-fixed',
    field: '[data-persona-composer-input]',
    send: '[data-persona-composer-submit]',
    log: '.persona-widget-messages',
  },
  body: () => `
    <script>
      const file = (name) => new URL('files/dist/' + name, location.href).href;
      window.siteAgentConfig = {
        cssUrl: file('widget.css'),
        jsUrl: file('index.global.js'),
        config: { apiUrl: new URL('api/chat', location.href).href, launcher: { enabled: true } },
      };
    </script>
    <script src="files/dist/install.global.js"></script>`,
  stream({ body }) {
    const sent = dispatch.parse(body).messages.findLast(({ role }) => role === 'user');
    return flow(repliesTo(String(sent?.content)));
  },
};

/** The events of a flow that writes these messages. */
function flow(texts: readonly string[]): object[] {
  const executionId = crypto.randomUUID();
  const step = { id: 'prompt', name: 'prompt', stepType: 'prompt' };
  const events = [
    { type: 'execution_start', kind: 'flow', flowId: 'bench' },
    { type: 'step_start', ...step, index: 0, totalSteps: 1 },
    ...texts.flatMap((text, index) => {
      const id = `text_${index}`;
      return [
        { type: 'text_start', id },
        { type: 'text_delta', id, delta: text },
        { type: 'text_complete', id, text },
      ];
    }),
    { type: 'step_complete', ...step, success: true },
    { type: 'execution_complete', kind: 'flow', success: true },
  ];
  return events.map((event, seq) => ({ ...event, executionId, seq }));
}
