// @vitest-environment happy-dom
import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stickToEnd } from '../../../src/widget/ui/stick.ts';

const rowHeight = 40;
const clientHeight = 100;
let frames: FrameRequestCallback[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
});
afterEach(() => vi.unstubAllGlobals());

/** A log of rows that are all of one height, as a browser would lay it out. */
function createLog() {
  const log = document.createElement('div');
  let top = 0;
  const end = () => Math.max(0, log.children.length * rowHeight - clientHeight);
  Object.defineProperties(log, {
    clientHeight: { value: clientHeight },
    scrollHeight: { get: () => Math.max(clientHeight, log.children.length * rowHeight) },
    scrollTop: {
      get: () => top,
      set: (next: number) => {
        top = Math.min(next, end());
      },
    },
  });
  const below = signal<number | null>(null);
  const stop = stickToEnd(log, below);
  return {
    below,
    stop,
    add(count: number) {
      for (let row = 0; row < count; row++) {
        log.append(Object.assign(document.createElement('div'), { className: 'row' }));
      }
      return Promise.resolve();
    },
    /** What a browser does for a frame: it tells of what was scrolled before, then runs what was asked for. */
    frame() {
      log.dispatchEvent(new Event('scroll'));
      for (const callback of frames.splice(0)) callback(0);
    },
    scrollTo(next: number) {
      log.scrollTop = next;
    },
    isAtEnd: () => top === end(),
  };
}

it('stays at the end while more rows come between our scrolling and the frame that tells of it', async () => {
  const log = createLog();
  await log.add(10);
  log.frame();
  await log.add(3);
  log.frame();
  expect(log.isAtEnd()).toBe(true);
  expect(log.below.value).toBeNull();
  log.stop();
});

it('leaves a reader who scrolled up where he is, rows or not, and counts what comes', async () => {
  const log = createLog();
  await log.add(10);
  log.frame();
  log.scrollTo(200);
  await log.add(2);
  log.frame();
  expect(log.isAtEnd()).toBe(false);
  expect(log.below.value).toBe(2);
  log.scrollTo(1000);
  log.frame();
  expect(log.below.value).toBeNull();
  log.stop();
});
