// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  createPlainTextReader,
  type Formatter,
  loadFormatter,
  useFormatter,
} from '../../../src/widget/ui/markdown/use-formatter.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { renderChat } from '../support/render-panel.ts';

const server = vi.hoisted(() => ({ isReachable: true }));

vi.mock('../../../src/widget/ui/markdown/RichText.tsx', async (importOriginal) => {
  if (!server.isReachable) throw new Error('blocked');
  return importOriginal();
});

function Status({ load }: { load: () => Promise<Formatter> }) {
  return <p>{useFormatter(true, load).value.status}</p>;
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
  const module = await loadFormatter();
  const load = vi.fn(async () => module);
  for (const reason of ['offline', 'still offline']) load.mockRejectedValueOnce(new Error(reason));
  render(<Status load={load} />);
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
  const module = await loadFormatter();
  const loading = Promise.withResolvers<Formatter>();
  render(<Status load={() => loading.promise} />);
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
  render(<Status load={load} />);
  await act(async () => {});
  cleanup();
  await vi.advanceTimersByTimeAsync(120_000);
  dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(1);
});

test('messages that come in a row request a blocked formatter once, and those after two seconds request it again', async () => {
  const clock = manualClock();
  const module = await loadFormatter();
  const load = vi.fn(async () => module).mockRejectedValueOnce(new TypeError('blocked'));
  const read = createPlainTextReader(clock, load);
  for (let n = 1; n <= 20; n++) expect(await read(`**${n}**`)).toBe(`**${n}**`);
  expect(load).toHaveBeenCalledTimes(1);
  await clock.advance(2_000);
  expect(await read('**21**')).toBe('21');
  expect(await read('**22**')).toBe('22');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a message whose formatter takes longer than three seconds is read as it is written, the next one without its marks', async () => {
  const clock = manualClock();
  const module = await loadFormatter();
  const loading = Promise.withResolvers<Formatter>();
  const read = createPlainTextReader(clock, () => loading.promise);
  const first = read('**late**');
  await clock.advance(3_000);
  expect(await first).toBe('**late**');
  loading.resolve(module);
  expect(await read('**in time**')).toBe('in time');
});
