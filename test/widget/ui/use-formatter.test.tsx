// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type SharedLoad, shareLoad } from '../../../src/shared-load.ts';
import { type Formatter, sharedFormatter, useFormatter } from '../../../src/widget/ui/markdown/use-formatter.ts';
import { formatTranscript } from '../../../src/widget/ui/menu/transcript.ts';
import { waitFor } from '../../support/wait-for.ts';
import { renderChat } from '../support/render-panel.ts';

const server = vi.hoisted(() => ({ isReachable: true, requests: 0 }));

vi.mock('../../../src/widget/ui/markdown/RichText.tsx', async (importOriginal) => {
  server.requests += 1;
  if (!server.isReachable) throw new Error('blocked');
  return importOriginal();
});

function Status({ shared }: { shared: SharedLoad<Formatter> }) {
  return <p>{useFormatter(true, shared).value.status}</p>;
}

beforeEach(() => {
  server.isReachable = true;
});

afterEach(cleanup);

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

// First: a module that has loaded stays loaded.
// Cause: messages announced above a closed chat, and transcripts, loaded at once what had just failed.
test('a formatter that is blocked is not requested again by each message of a closed chat and each transcript', async () => {
  server.isReachable = false;
  const { agentSays, chat, isOpen, model } = await renderChat();
  isOpen.value = false;
  chat.setVisible(false);
  // Effects subscribe after the first paint.
  await waitFor(async () => {
    await agentSays('**Hello**');
    expect(model.teaser.value).toEqual({ text: '**Hello**', source: 'message' });
  });
  const { requests } = server;
  expect(requests).toBeGreaterThan(0);
  const startedAt = performance.now();
  for (let round = 0; round < 30; round++) {
    await agentSays(`Message **${round}**`);
    expect(await formatTranscript(chat.state.messages.peek(), model.translator.peek())).toContain(`**${round}**`);
  }
  await waitFor(() => expect(model.teaser.value?.text).toBe('Message **29**'));
  // A failure is shared for two seconds. The log loads it by itself meanwhile.
  expect(server.requests - requests).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 2_000);
});

test('messages that were shown as they are written are formatted later, in their place and without being announced again', async () => {
  server.isReachable = false;
  const { agentSays, view } = await renderChat();
  await agentSays('Shall we? [Call me](leadchat:call)\n- **today**');
  const text = await view.findByText(/\[Call me\]\(leadchat:call\)/);
  expect(text.getAttribute('aria-live')).toBeNull();
  const log = view.getByRole('log');
  const removed: Node[] = [];
  new MutationObserver((changes) => {
    for (const { removedNodes } of changes) removed.push(...removedNodes);
  }).observe(log, { childList: true, subtree: true });
  server.isReachable = true;
  dispatchEvent(new Event('online'));
  const bold = await view.findByText('today');
  expect(bold.tagName).toBe('STRONG');
  expect(text.contains(bold)).toBe(true);
  expect(text.getAttribute('aria-live')).toBe('off');
  expect(removed.filter((node) => node instanceof Element)).toEqual([]);
  await agentSays('**One more**');
  const next = await view.findByText('One more');
  expect(next.closest('.text')?.getAttribute('aria-live')).toBeNull();
});

test('a formatter that fails to load is loaded again by itself', async () => {
  fakeTimers();
  const module = await sharedFormatter.load();
  const load = vi.fn(async () => module);
  for (const reason of ['offline', 'still offline']) load.mockRejectedValueOnce(new Error(reason));
  render(<Status shared={shareLoad(load)} />);
  await act(async () => {});
  expect(screen.getByText('failed')).toBeTruthy();
  await act(async () => {
    await vi.advanceTimersByTimeAsync(2_000);
  });
  expect(load).toHaveBeenCalledTimes(2);
  // What is shown is not hidden for the next attempt.
  expect(screen.getByText('failed')).toBeTruthy();
  await act(async () => {
    await vi.advanceTimersByTimeAsync(4_000);
  });
  expect(screen.getByText('ready')).toBeTruthy();
});

test('a formatter that takes too long counts as failed, and formats when it arrives', async () => {
  fakeTimers();
  const module = await sharedFormatter.load();
  const loading = Promise.withResolvers<Formatter>();
  render(<Status shared={shareLoad(() => loading.promise)} />);
  act(() => {
    vi.advanceTimersByTime(2_999);
  });
  expect(screen.getByText('loading')).toBeTruthy();
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(screen.getByText('failed')).toBeTruthy();
  await act(async () => loading.resolve(module));
  expect(screen.getByText('ready')).toBeTruthy();
});

test('a chat that is gone loads nothing more', async () => {
  fakeTimers();
  const load = vi.fn(async (): Promise<Formatter> => {
    throw new Error('offline');
  });
  render(<Status shared={shareLoad(load)} />);
  await act(async () => {});
  cleanup();
  await vi.advanceTimersByTimeAsync(120_000);
  dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(1);
});
