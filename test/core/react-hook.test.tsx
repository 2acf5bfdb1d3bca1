/** @jsxImportSource react */
// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import * as React from 'react';
import { act, StrictMode, useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { transformWithOxc } from 'vite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Chat, type CoreOptions, createCore } from '../../src/core/index.ts';
import { codeBlocks } from '../support/code-blocks.ts';
import { waitFor } from '../support/wait-for.ts';
import { startSocketService } from './connection/socket-service.ts';
import { memoryStorage } from './conversation/memory-storage.ts';

type Example = { useChat(): Chat | null; Messages(props: { chat: Chat }): React.ReactNode };

/** The hooks of docs/core.md, with a `createCore` that reaches the test's service. */
async function readExample(create: (options: CoreOptions) => Chat): Promise<Example> {
  const block = codeBlocks('docs/core.md', readFileSync('docs/core.md', 'utf8')).find(
    ({ language }) => language === 'tsx',
  );
  const { code } = await transformWithOxc(block?.code ?? '', 'block.tsx', { jsx: { runtime: 'classic' } });
  const body = code.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, '');
  const scope = { React, createCore: create, useEffect, useState, useSyncExternalStore };
  return new Function(...Object.keys(scope), `${body}; return { useChat, Messages };`)(...Object.values(scope));
}

it('shows the messages of one chat in StrictMode, and destroys the chat with the component', async () => {
  const service = await startSocketService();
  service.onSocket = ({ socket }) => {
    socket.send(JSON.stringify({ type: 'session', id: 's', session_id: 'webchat-session.1' }));
    socket.send(JSON.stringify({ type: 'message', id: 'm1', content: 'Hello' }));
  };
  const { useChat, Messages } = await readExample((options) =>
    createCore({
      ...options,
      wssUrl: service.url,
      environment: { WebSocket, localStorage: memoryStorage(), sessionStorage: memoryStorage(), locks: null },
    }),
  );
  function Page() {
    const chat = useChat();
    return chat === null ? null : <Messages chat={chat} />;
  }
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onTestFinished(() => void vi.unstubAllGlobals());
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  await act(async () =>
    root.render(
      <StrictMode>
        <Page />
      </StrictMode>,
    ),
  );
  await waitFor(() => act(async () => expect(document.body.textContent).toBe('agent: Hello')));
  await waitFor(() => expect(service.live()).toHaveLength(1));
  await act(async () => root.unmount());
  await waitFor(() => expect(service.live()).toHaveLength(0));
  await service.stop();
});
