// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resumablePrefix, type WidgetOptions } from '../../../src/options/index.ts';
import { createWidget, type Widget } from '../../../src/widget/launcher/index.ts';
import { createPageViews } from '../../../src/widget/launcher/page-views.ts';
import { loadPanel, panelLog, stubColors } from './support.ts';

const widgets: Widget[] = [];

function show(overrides: WidgetOptions): Widget {
  const widget = createWidget({ overrides }, { loadPanel });
  widgets.push(widget);
  return widget;
}

/** The browser renders the page ahead, as speculation rules of the page before ask it to. */
function prerender(): void {
  Reflect.defineProperty(document, 'prerendering', { value: true, configurable: true });
}

/** The visitor comes to the page. */
function activate(): void {
  const activationStart = performance.now();
  Reflect.deleteProperty(document, 'prerendering');
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([Object({ activationStart })]);
  document.dispatchEvent(new Event('prerenderingchange'));
}

/** Lets the page become idle, and what it has begun end. */
const idle = () => vi.advanceTimersByTimeAsync(2_000);

beforeEach(() => {
  vi.useFakeTimers();
  stubColors();
  loadPanel.mockClear();
  prerender();
});

afterEach(() => {
  for (const widget of widgets.splice(0)) widget.destroy();
  panelLog.length = 0;
  localStorage.clear();
  Reflect.deleteProperty(document, 'prerendering');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// Cause: the page that is rendered ahead read the conversation, which went on in the page before, and later stored its older copy.
describe('a page that is rendered ahead', () => {
  it.each<[string, WidgetOptions]>([
    ['has a stored conversation', {}],
    ['opens the chat', { open: true }],
    ['has the chat in the page', { target: '#chat' }],
    ['loads the chat when it is idle', { preload: 'idle' }],
    ['waits for a delay', { triggers: [{ type: 'delay', seconds: 1 }] }],
    ['waits for an address', { triggers: [{ type: 'url', url: '*' }] }],
  ])('and %s loads the panel when the visitor comes to it', async (_, options) => {
    localStorage.setItem(`${resumablePrefix}flow`, '{}');
    show(options);
    await idle();
    expect(loadPanel).not.toHaveBeenCalled();
    activate();
    await idle();
    expect(loadPanel).toHaveBeenCalledTimes(1);
  });

  it('keeps what the page calls until then', async () => {
    const widget = show({});
    widget.sendMessage('Hello');
    widget.open();
    await idle();
    expect(loadPanel).not.toHaveBeenCalled();
    activate();
    await idle();
    expect(panelLog).toContain('send Hello');
    expect(panelLog.at(-1)).toBe('open by api');
  });

  it('requests no configuration', async () => {
    const fetched = vi.fn(async () => Response.json({}));
    vi.stubGlobal('fetch', fetched);
    show({ proxyUrl: 'https://proxy.example' });
    await idle();
    expect(fetched).not.toHaveBeenCalled();
    activate();
    await idle();
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('loads nothing when the widget is gone before the visitor comes', async () => {
    show({ open: true }).destroy();
    activate();
    await idle();
    expect(loadPanel).not.toHaveBeenCalled();
  });

  it('begins its first page view when the visitor comes', async () => {
    const pageViews = createPageViews();
    await vi.advanceTimersByTimeAsync(30_000);
    const now = performance.now();
    activate();
    expect(pageViews.current()).toMatchObject({ startedAt: now, isFirst: true });
  });

  // Cause: only the first view knew of the activation. A router that cleans the query at boot begins another one before it.
  it.each([
    ['its query is cleaned', ['/home'], false],
    ['it goes to an anchor', ['#prices'], true],
    ['it does both', ['/home', '#prices', '#terms'], false],
  ])('begins its page view when the visitor comes, also if before that %s', async (_, addresses, isFirst) => {
    vi.stubGlobal('location', new URL('https://example.com/home?from=search'));
    const pageViews = createPageViews();
    for (const address of addresses) {
      location.href = new URL(address, location.href).href;
      pageViews.current();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    const now = performance.now();
    activate();
    expect(pageViews.current()).toMatchObject({ startedAt: now, isFirst });
    await vi.advanceTimersByTimeAsync(3_000);
    location.href = new URL('#more', location.href).href;
    expect(pageViews.current()).toMatchObject({ startedAt: now, isFirst });
    location.href = new URL('/prices', location.href).href;
    expect(pageViews.current()).toMatchObject({ startedAt: now + 3_000, isFirst: false });
  });
});
