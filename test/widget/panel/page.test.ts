// @vitest-environment happy-dom
import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOptions } from '../../../src/options/read-options.ts';
import type { WidgetOptions } from '../../../src/options/schema.ts';
import type { Trigger } from '../../../src/options/trigger.ts';
import { pushToDataLayer } from '../../../src/widget/panel/data-layer.ts';
import { matchesUrl, watchTriggers } from '../../../src/widget/panel/triggers.ts';
import { countInTitle } from '../../../src/widget/ui/notifications/title-count.ts';

function triggersOf(triggers: WidgetOptions['triggers']): Trigger[] {
  return readOptions({ proxy: {}, attributes: {}, overrides: { triggers } }).options.triggers;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  Reflect.deleteProperty(window, 'dataLayer');
});

describe('analytics', () => {
  it('hear of a lead only once it is accepted, and nothing of its data', () => {
    const dataLayer: unknown[] = [];
    Object.assign(window, { dataLayer });
    for (const name of ['open', 'lead:submit', 'lead:queued', 'unread', 'lead:accepted'])
      pushToDataLayer(name, 'default');
    expect(dataLayer).toEqual([
      { event: 'chat_open', leadchat_form: 'default' },
      { event: 'form_submit', leadchat_form: 'default' },
      { event: 'generate_lead', leadchat_form: 'default' },
    ]);
  });

  it('are not made up where the page has none', () => {
    pushToDataLayer('open', 'default');
    expect(Reflect.has(window, 'dataLayer')).toBe(false);
  });
});

describe('triggers', () => {
  it('fire once, after the time that they name', () => {
    const fire = vi.fn();
    const seconds = performance.now() / 1000 + 5;
    watchTriggers({ triggers: triggersOf([{ type: 'delay', seconds }]), area: null, fire });
    vi.advanceTimersByTime(4900);
    expect(fire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(fire).toHaveBeenCalledTimes(1);
  });

  it('leave a visitor alone until their cap is over', () => {
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

  it('notice a mouse that leaves the page', () => {
    const fire = vi.fn();
    const end = watchTriggers({ triggers: triggersOf([{ type: 'exit', action: 'open' }]), area: null, fire });
    document.dispatchEvent(new MouseEvent('mouseout', { clientY: 300 }));
    expect(fire).not.toHaveBeenCalled();
    document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1 }));
    expect(fire).toHaveBeenCalledTimes(1);
    end();
  });

  it('leave nothing behind when they end', () => {
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

describe('the title', () => {
  it('counts what is unread while the page is in the background, and is given back', () => {
    document.title = 'Shop';
    const unread = signal(0);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const end = countInTitle(unread);
    unread.value = 2;
    expect(document.title).toBe('(2) Shop');
    unread.value = 3;
    expect(document.title).toBe('(3) Shop');
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(document.title).toBe('Shop');
    end();
    hidden.mockRestore();
  });
});
