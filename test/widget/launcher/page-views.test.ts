// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageViews } from '../../../src/widget/launcher/page-views.ts';

const unsubscribers: (() => void)[] = [];

function follow() {
  const pageViews = createPageViews();
  const urls: string[] = [];
  const unsubscribe = pageViews.subscribe(() => urls.push(new URL(pageViews.current().url).pathname));
  unsubscribers.push(unsubscribe);
  return { pageViews, unsubscribe, urls };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', new URL('https://example.com/home'));
});

afterEach(() => {
  for (const unsubscribe of unsubscribers.splice(0)) unsubscribe();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What `history.pushState()` does to the address. */
function push(path: string): void {
  location.href = new URL(path, location.href).href;
}

describe('page views', () => {
  it('begin with a navigation within the page', () => {
    const { pageViews } = follow();
    expect(pageViews.current().startedAt).toBe(0);
    vi.advanceTimersByTime(3000);
    push('/prices');
    expect(pageViews.current()).toEqual({
      url: 'https://example.com/prices',
      path: '/prices',
      startedAt: performance.now(),
      isFirst: false,
    });
  });

  it.each([
    ['/home#terms', false],
    ['/home#/prices', true],
    ['/home#!prices', true],
    ['/home?plan=large', true],
  ])('with the address %s begin: %s', (path, begins) => {
    const { pageViews } = follow();
    vi.advanceTimersByTime(3000);
    push(path);
    expect(pageViews.current().startedAt > 0).toBe(begins);
  });

  it('are reported twice a second at the latest by browsers without the Navigation API', () => {
    const { urls } = follow();
    push('/prices');
    vi.advanceTimersByTime(499);
    expect(urls).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(urls).toEqual(['/prices']);
  });

  it('are reported at once by browsers with the Navigation API, which need no timer', () => {
    const navigation = new EventTarget();
    vi.stubGlobal('navigation', navigation);
    const { urls } = follow();
    push('/prices');
    navigation.dispatchEvent(new Event('currententrychange'));
    expect([urls, vi.getTimerCount()]).toEqual([['/prices'], 0]);
  });

  it('leave nothing behind', () => {
    const { unsubscribe, urls } = follow();
    unsubscribe();
    push('/prices');
    dispatchEvent(new Event('popstate'));
    expect([urls, vi.getTimerCount()]).toEqual([[], 0]);
  });
});
