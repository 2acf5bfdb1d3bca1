// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOptions } from '../../../src/options/read-options.ts';
import type { WidgetOptions } from '../../../src/options/schema.ts';
import type { ResolvedTrigger } from '../../../src/options/trigger.ts';
import { matchesUrl, watchTriggers } from '../../../src/widget/panel/watch-triggers.ts';

function triggersOf(triggers: WidgetOptions['triggers']): ResolvedTrigger[] {
  return readOptions({ proxy: {}, attributes: {}, overrides: { triggers } }).options.triggers;
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
    const fire = vi.fn();
    const seconds = performance.now() / 1000 + 5;
    watchTriggers({ triggers: triggersOf([{ type: 'delay', seconds }]), area: null, fire });
    vi.advanceTimersByTime(4900);
    expect(fire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(fire).toHaveBeenCalledTimes(1);
  });

  it('do not fire again before `everyHours` have passed', () => {
    const triggers = triggersOf([{ type: 'url', everyHours: 2 }]);
    const fire = vi.fn();
    const visit = () => {
      watchTriggers({ triggers, area: localStorage, fire });
      vi.advanceTimersByTime(1);
    };
    visit();
    visit();
    expect(fire).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2 * 3_600_000);
    visit();
    expect(fire).toHaveBeenCalledTimes(2);
  });

  it('fire when the mouse leaves the page', () => {
    const fire = vi.fn();
    const stop = watchTriggers({ triggers: triggersOf([{ type: 'exit', action: 'open' }]), area: null, fire });
    document.dispatchEvent(new MouseEvent('mouseout', { clientY: 300 }));
    expect(fire).not.toHaveBeenCalled();
    document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1 }));
    expect(fire).toHaveBeenCalledTimes(1);
    stop();
  });

  it('leave no timer behind when they stop', () => {
    const fire = vi.fn();
    watchTriggers({ triggers: triggersOf([{ type: 'delay', seconds: 1 }]), area: null, fire })();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [undefined, true],
    ['/pricing', true],
    ['example.com*pricing*plan=', true],
    ['*/docs', false],
    ['pricing*example', false],
  ])('match %j against the address: %s', (pattern, matches) => {
    expect(matchesUrl(pattern, 'https://example.com/pricing?plan=1')).toBe(matches);
  });
});
