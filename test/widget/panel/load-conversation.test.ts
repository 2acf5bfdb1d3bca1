// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { connectLate, createCoreWith } from '../../../src/core/index.ts';
import * as conversation from '../../../src/widget/panel/conversation.ts';
import { type ConversationModule, createConversationLoader } from '../../../src/widget/panel/load-conversation.ts';
import { createFailureReporter } from '../../../src/widget/panel/report-problems.ts';

const importModule = vi.fn<() => Promise<ConversationModule>>();
const reportError = vi.fn();
/** Each request has an error of its own. */
const fail = async () => {
  throw new TypeError('blocked');
};

beforeEach(() => {
  importModule.mockResolvedValue(conversation);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  importModule.mockReset();
  reportError.mockReset();
});

function createLoader() {
  const loader = createConversationLoader({ reportFailure: createFailureReporter(reportError), importModule });
  onTestFinished(loader.dispose);
  return loader;
}

/** A chat whose connection comes with the rest. */
function openChat({ load }: ReturnType<typeof createLoader>) {
  const options = { flowId: 'f1', wssUrl: 'wss://chat.example', leadForm: 'off' } as const;
  const chat = createCoreWith(options, undefined, connectLate(load));
  onTestFinished(chat.destroy);
  return chat;
}

it('loads nothing before there is a chat', async () => {
  const loader = createLoader();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(importModule).not.toHaveBeenCalled();
  openChat(loader);
  await vi.advanceTimersByTimeAsync(0);
  expect(loader.parts.value).toEqual({ status: 'ready', module: conversation });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reportError).not.toHaveBeenCalled();
});

it('tries again after a pause and when asked to, until it is stopped', async () => {
  importModule.mockImplementation(fail);
  const loader = createLoader();
  openChat(loader);
  await vi.advanceTimersByTimeAsync(0);
  expect(loader.parts.value.status).toBe('failed');
  expect(reportError).toHaveBeenCalledExactlyOnceWith('load-failed', '[leadchat] TypeError: blocked');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reportError).toHaveBeenCalledTimes(2);
  const { length } = importModule.mock.calls;
  if (loader.parts.value.status === 'failed') loader.parts.value.retry();
  expect(loader.parts.value.status).toBe('loading');
  expect(importModule).toHaveBeenCalledTimes(length + 1);
  loader.dispose();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(importModule).toHaveBeenCalledTimes(length + 1);
});

it('has everything as soon as one of its attempts succeeds, whoever has made it', async () => {
  importModule.mockImplementation(fail);
  const loader = createLoader();
  const chat = openChat(loader);
  chat.start();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(loader.parts.value.status).toBe('failed');
  importModule.mockResolvedValue(conversation);
  await loader.load();
  expect(loader.parts.value).toEqual({ status: 'ready', module: conversation });
});

// Cause: a connection's load and the loader's own, or the next chat's, arrived one after the other, and the panel was drawn for each.
it('becomes ready once, however often it is loaded', async () => {
  const loader = createLoader();
  const seen: string[] = [];
  onTestFinished(loader.parts.subscribe(({ status }) => seen.push(status)));
  openChat(loader);
  await loader.load();
  openChat(loader);
  await vi.advanceTimersByTimeAsync(0);
  expect(importModule).toHaveBeenCalledOnce();
  expect(seen).toEqual(['loading', 'ready']);
});

// Cause: each attempt of the connection to come began the pauses of the other parts anew.
it('bothers neither server nor page more often while the chat waits for a connection', async () => {
  importModule.mockImplementation(fail);
  const chat = openChat(createLoader());
  chat.start();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(chat.state.connection.value).toBe('waiting');
  // After 2, 4, 8, 16 and 32 s, then each minute.
  expect(reportError.mock.calls.length).toBeLessThanOrEqual(15);
  expect(importModule.mock.calls.length).toBeLessThanOrEqual(30);
});

// Cause: each message and each opening woke the connection, which loaded at once what had just failed.
it.each<[string, (chat: ReturnType<typeof openChat>) => void]>([
  ['messages', (chat) => chat.sendMessage('Is anybody there?')],
  [
    'openings',
    (chat) => {
      chat.setVisible(false);
      chat.setVisible(true);
    },
  ],
])('20 %s in a row request a blocked file once, and the next try after them loads it', async (_, act) => {
  importModule.mockImplementation(fail);
  const loader = createLoader();
  const chat = openChat(loader);
  chat.start();
  for (let count = 0; count < 20; count++) {
    act(chat);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(importModule).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  const { length } = importModule.mock.calls;
  importModule.mockResolvedValue(conversation);
  act(chat);
  await vi.advanceTimersByTimeAsync(0);
  expect(importModule).toHaveBeenCalledTimes(length + 1);
  expect(loader.parts.value).toEqual({ status: 'ready', module: conversation });
});
