// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createCore } from '../../src/core/index.ts';
import { waitFor } from '../support/wait-for.ts';
import { startSocketService } from './connection/socket-service.ts';
import { memoryStorage } from './conversation/memory-storage.ts';

const flowId = 'f1000000-0000-4000-8000-000000000001';

/** The example of the docs, with its import replaced. */
function readExample(): (...values: unknown[]) => unknown {
  const code = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/core.md', 'utf8'))?.[1] ?? '';
  const body = code.replace(/^import .*$/m, '').replace('export function', 'return function');
  expect(body.trim().split('\n').length).toBeLessThanOrEqual(21);
  const example: unknown = new Function('createCore', body)(createCore);
  if (typeof example !== 'function') throw new Error('docs/core.md has no example');
  return (...values) => example(...values);
}

it('runs the twenty lines of docs/core.md against a real socket', async () => {
  const mountChat = readExample();
  const service = await startSocketService();
  service.onSocket = ({ socket }) => {
    socket.send(JSON.stringify({ type: 'session', id: 's', session_id: 'webchat-session.1' }));
  };
  service.onMessage = ({ socket }, data) => {
    const { content } = JSON.parse(data);
    socket.send(JSON.stringify({ type: 'message', id: 'm1', content: `You said ${content}` }));
  };
  // Test files share one document.
  onTestFinished(() => document.body.replaceChildren());
  document.body.innerHTML = '<div><ul></ul><form><input name="message"><button>Send</button></form></div>';
  const [element, form, input] = ['div', 'form', 'input'].map((name) => document.querySelector(name));
  if (!(form instanceof HTMLFormElement) || !(input instanceof HTMLInputElement)) throw new Error('the page is wrong');
  const stop = mountChat(element, {
    flowId,
    wssUrl: service.url,
    environment: { WebSocket, localStorage: memoryStorage(), locks: null },
  });
  input.value = 'Hello';
  form.dispatchEvent(new Event('submit', { cancelable: true }));
  await waitFor(() => {
    expect([...document.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
      'visitor: Hello',
      'agent: You said Hello',
    ]);
  });
  expect(service.sockets[0]?.path).toBe(`/webchat/flow/${flowId}/session/null/r/false`);
  if (typeof stop === 'function') stop();
  await waitFor(() => expect(service.live()).toHaveLength(0));
  await service.stop();
});
