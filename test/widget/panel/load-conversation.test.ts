// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Chat } from '../../../src/core/index.ts';
import { importConversation, loadConversation } from '../../../src/widget/panel/load-conversation.ts';
import { createSite } from '../../core/conversation/site.ts';

const load = vi.fn<typeof importConversation>();
const reportError = vi.fn();

beforeEach(() => {
  load.mockImplementation(importConversation);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  load.mockReset();
  reportError.mockReset();
});

function openChat() {
  const chat = signal<Chat | null>(null);
  const page = createSite().open({});
  const loading = loadConversation({ chat, reportError, load });
  const stop = () => {
    loading.dispose();
    page.close();
  };
  return { ...loading, chat, page, stop };
}

it('loads nothing before there is a chat', async () => {
  const { chat, page, parts, stop } = openChat();
  expect(load).not.toHaveBeenCalled();
  chat.value = page.chat;
  expect(load).toHaveBeenCalledOnce();
  vi.useRealTimers();
  await expect.poll(() => parts.value.status).toBe('ready');
  stop();
});

it('tries again after a pause, when asked to, and when the chat connects, until it is stopped', async () => {
  load.mockRejectedValue(new TypeError('blocked'));
  const { chat, page, parts, stop } = openChat();
  chat.value = page.chat;
  await vi.advanceTimersByTimeAsync(0);
  expect(parts.value.status).toBe('failed');
  expect(reportError).toHaveBeenCalledExactlyOnceWith('load-failed', '[leadchat] TypeError: blocked');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(load).toHaveBeenCalledTimes(2);
  if (parts.value.status === 'failed') parts.value.retry();
  expect(parts.value.status).toBe('loading');
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(3);
  page.chat.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(load.mock.calls.length).toBeGreaterThan(3);
  stop();
  const { length } = load.mock.calls;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(load).toHaveBeenCalledTimes(length);
});
