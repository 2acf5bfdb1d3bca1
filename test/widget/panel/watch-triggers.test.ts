// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOptions } from '../../../src/options/read-options.ts';
import type { WidgetOptions } from '../../../src/options/schema.ts';
import type { ResolvedTrigger } from '../../../src/options/trigger.ts';
import type { PageView } from '../../../src/widget/launcher/index.ts';
import { type WatchTriggersOptions, watchTriggers } from '../../../src/widget/panel/watch-triggers.ts';

function triggersOf(triggers: WidgetOptions['triggers']): ResolvedTrigger[] {
  return readOptions({ proxy: {}, attributes: {}, overrides: { triggers } }).options.triggers;
}

/** Page views that the test begins. */
function pageViewsAt(url = 'https://example.com/') {
  const listeners = new Set<() => void>();
  let view: PageView = { url, path: '/', startedAt: performance.now(), isFirst: performance.now() === 0 };
  return {
    listeners,
    current: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    go(next: string) {
      view = { url: next, path: '/', startedAt: performance.now(), isFirst: false };
      for (const listener of listeners) listener();
    },
    jump(anchor: string) {
      view = { ...view, url: `${view.url}#${anchor}` };
      for (const listener of listeners) listener();
    },
  };
}

function watch(list: WidgetOptions['triggers'], options: Partial<WatchTriggersOptions> = {}) {
  const fire = vi.fn();
  const pageViews = pageViewsAt();
  const stop = watchTriggers({
    triggers: triggersOf(list),
    pageViews,
    area: () => null,
    fired: new Map(),
    fire,
    ...options,
  });
  return { fire, pageViews, stop };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

describe('triggers', () => {
  it('fire once, after their delay', () => {
    const { fire } = watch([{ type: 'delay', seconds: 5 }]);
    vi.advanceTimersByTime(4900);
    expect(fire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(fire).toHaveBeenCalledTimes(1);
  });

  // They counted from the load of the page, so in a single-page app they fired at once on every later page, or never.
  it('count from the navigation that began the page view', () => {
    const { fire, pageViews } = watch([{ type: 'delay', seconds: 5 }]);
    vi.advanceTimersByTime(4000);
    pageViews.go('https://example.com/prices');
    vi.advanceTimersByTime(4900);
    expect(fire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(fire).toHaveBeenCalledTimes(1);
  });

  it('are dropped by a navigation to a page that they are not for, and watched on one that they are for', () => {
    const { fire, pageViews } = watch([{ type: 'delay', seconds: 5, url: '/prices', everyHours: 0 }]);
    vi.advanceTimersByTime(60_000);
    expect(fire).not.toHaveBeenCalled();
    pageViews.go('https://example.com/prices');
    vi.advanceTimersByTime(4000);
    pageViews.go('https://example.com/contact');
    vi.advanceTimersByTime(60_000);
    expect(fire).not.toHaveBeenCalled();
    pageViews.go('https://example.com/prices');
    vi.advanceTimersByTime(5000);
    expect(fire).toHaveBeenCalledTimes(1);
  });

  it('pause after the first that has fired until the next page view, which an anchor does not begin', () => {
    const { fire, pageViews } = watch([
      { type: 'delay', seconds: 1, everyHours: 0, text: 'first' },
      { type: 'delay', seconds: 2, everyHours: 0, text: 'second' },
    ]);
    const texts = () => fire.mock.calls.map(([{ text }]) => text);
    vi.advanceTimersByTime(5000);
    pageViews.jump('terms');
    vi.advanceTimersByTime(5000);
    expect(texts()).toEqual(['first']);
    pageViews.go('https://example.com/prices');
    vi.advanceTimersByTime(5000);
    expect(texts()).toEqual(['first', 'first']);
  });

  it('do not fire again before `everyHours` have passed', () => {
    const list: WidgetOptions['triggers'] = [{ type: 'url', everyHours: 2 }];
    const visit = () => {
      const { fire } = watch(list, { area: () => localStorage });
      vi.advanceTimersByTime(1);
      return fire.mock.calls.length;
    };
    expect([visit(), visit()]).toEqual([1, 0]);
    vi.advanceTimersByTime(2 * 3_600_000);
    expect(visit()).toBe(1);
  });

  it('do not fire again on the next page view before `everyHours` have passed, even if nothing may be stored', () => {
    const { fire, pageViews } = watch([{ type: 'url', everyHours: 2 }]);
    vi.advanceTimersByTime(1);
    pageViews.go('https://example.com/prices');
    vi.advanceTimersByTime(1);
    expect(fire).toHaveBeenCalledTimes(1);
  });

  // Cause: what other pages had stored was read when the trigger began to wait, and then written over.
  it('do not fire in a second tab, or on a page that comes back, when they have fired in the first', () => {
    const exit = () => document.dispatchEvent(new MouseEvent('mouseout', { clientY: 0, relatedTarget: null }));
    const area = () => localStorage;
    const first = watch([{ type: 'exit' }], { area });
    const second = watch([{ type: 'exit' }, { type: 'delay', seconds: 5 }], { area });
    exit();
    expect([first.fire.mock.calls.length, second.fire.mock.calls.length]).toEqual([1, 0]);
    vi.advanceTimersByTime(5_000);
    expect(second.fire).toHaveBeenCalledTimes(1);
    const third = watch([{ type: 'exit' }, { type: 'delay', seconds: 0 }], { area });
    exit();
    vi.advanceTimersByTime(1);
    expect(third.fire).toHaveBeenCalledTimes(1);
    for (const { stop } of [first, second, third]) stop();
  });

  // Cause: with the time of the trigger that fired, a page stored those that it knew of the others.
  it('do not fire again too early after another one has fired on a page that has fired them before', () => {
    const area = () => localStorage;
    const hourly: WidgetOptions['triggers'] = [{ type: 'url', everyHours: 1 }];
    const visit = () => {
      const { fire, stop } = watch(hourly, { area });
      vi.advanceTimersByTime(1);
      stop();
      return fire.mock.calls.length;
    };
    const first = watch([...hourly, { type: 'exit' }], { area });
    vi.advanceTimersByTime(3_600_000);
    expect(first.fire).toHaveBeenCalledTimes(1);
    expect(visit()).toBe(1);
    first.pageViews.go('https://example.com/prices');
    document.dispatchEvent(new MouseEvent('mouseout', { clientY: 0, relatedTarget: null }));
    expect(first.fire).toHaveBeenCalledTimes(2);
    expect(visit()).toBe(0);
    first.stop();
  });

  it('fire when the mouse leaves the page', () => {
    const { fire, stop } = watch([{ type: 'exit', action: 'open' }]);
    document.dispatchEvent(new MouseEvent('mouseout', { clientY: 300 }));
    expect(fire).not.toHaveBeenCalled();
    document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1 }));
    expect(fire).toHaveBeenCalledTimes(1);
    stop();
  });

  it('leave neither a timer nor a listener behind when they stop', () => {
    const { pageViews, stop } = watch([{ type: 'delay', seconds: 1 }]);
    stop();
    expect([vi.getTimerCount(), pageViews.listeners.size]).toEqual([0, 0]);
  });
});
