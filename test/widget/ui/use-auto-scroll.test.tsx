// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { renderHook } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChatMessage } from '../../../src/core/state/message.ts';
import { useAutoScroll } from '../../../src/widget/ui/log/use-auto-scroll.ts';
import { waitFor } from '../../support/wait-for.ts';

const messageHeight = 40;
const clientHeight = 100;
let onResize = () => {};

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        onResize = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** A log whose messages all have one height, laid out as a browser does it: once per frame, with the scroll event first. */
function createLog() {
  const messages = signal<readonly ChatMessage[]>([]);
  const log = document.createElement('div');
  log.append(document.createElement('div'));
  let top = 0;
  const end = () => Math.max(0, messages.value.length * messageHeight - clientHeight);
  Object.defineProperties(log, {
    clientHeight: { value: clientHeight },
    scrollHeight: { get: () => Math.max(clientHeight, messages.value.length * messageHeight) },
    scrollTop: {
      get: () => top,
      set: (next: number) => {
        top = Math.min(next, end());
      },
    },
  });
  const { result, unmount } = renderHook(() => useAutoScroll(log, messages));
  return {
    log,
    unmount,
    lastSeenId: result.current,
    isAtEnd: () => top === end(),
    add(count: number, from: ChatMessage['from'] = 'agent') {
      for (let added = 0; added < count; added++) {
        const id = String(messages.value.length);
        messages.value = [...messages.value, { id, from, text: id, at: 0 }];
      }
    },
    frame({ scrolled = true } = {}) {
      if (scrolled) log.dispatchEvent(new Event('scroll'));
      onResize();
    },
  };
}

it('stays at the end when messages arrive between scrolling and its event', () => {
  const { add, frame, isAtEnd, lastSeenId } = createLog();
  add(10);
  frame();
  add(3);
  frame();
  expect(isAtEnd()).toBe(true);
  expect(lastSeenId.value).toBeNull();
});

it('leaves a reader who scrolled up where they are, and remembers the last message that they saw', () => {
  const { add, frame, isAtEnd, lastSeenId, log } = createLog();
  add(10);
  frame();
  log.scrollTop = 200;
  frame();
  expect(lastSeenId.value).toBe('9');
  add(2);
  frame();
  expect(isAtEnd()).toBe(false);
  expect(lastSeenId.value).toBe('9');
  log.scrollTop = 1000;
  frame();
  expect(lastSeenId.value).toBeNull();
});

it("brings the reader back to the end with the visitor's own message", async () => {
  const { add, frame, isAtEnd, log } = createLog();
  add(10);
  frame();
  log.scrollTop = 0;
  frame();
  await waitFor(() => {
    add(1, 'visitor');
    frame({ scrolled: false });
    expect(isAtEnd()).toBe(true);
  });
});
