// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWidget, type OptionLayers, type Widget } from '../../../src/widget/launcher/index.ts';
import { launchers, loadPanel, panelLog, stubColors } from './support.ts';

const proxyUrl = 'https://proxy.example/chat/';
const config = {
  flowId: 'f1000000-0000-4000-8000-000000000001',
  wssUrl: 'wss://chat.example.com',
  form: { name: 'default', fields: [] },
  widget: { preload: 'idle' },
};
const widgets: Widget[] = [];

function show(layers: OptionLayers): Widget {
  const widget = createWidget(layers, { loadPanel });
  widgets.push(widget);
  return widget;
}

/** What the browser says of the visitor's connection; nothing in most browsers. */
function connectBy(connection: object | undefined): void {
  Reflect.defineProperty(navigator, 'connection', { value: connection, configurable: true });
}

function setReadyState(value: DocumentReadyState): void {
  Reflect.defineProperty(document, 'readyState', { value, configurable: true });
}

/** Lets the page become idle. */
const idle = () => vi.advanceTimersByTimeAsync(100);

beforeEach(() => {
  vi.useFakeTimers();
  stubColors();
  loadPanel.mockClear();
  vi.stubGlobal('fetch', async () => Response.json(config));
});

afterEach(() => {
  for (const widget of widgets.splice(0)) widget.destroy();
  panelLog.length = 0;
  Reflect.deleteProperty(navigator, 'connection');
  Reflect.deleteProperty(document, 'readyState');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the option preload', () => {
  it.each<[string, OptionLayers]>([
    ['code', { overrides: { preload: 'idle' } }],
    ['an attribute', { attributes: { preload: 'idle' } }],
    ['the script of the proxy', { config }],
    ['the configuration that was requested when the page was idle', { overrides: { proxyUrl } }],
  ])('loads the chat when the page is idle, set in %s, and leaves it closed', async (_, layers) => {
    const widget = show(layers);
    expect(loadPanel).not.toHaveBeenCalled();
    await idle();
    expect([loadPanel.mock.calls.length, widget.getState().open]).toEqual([1, false]);
  });

  it.each<[string, OptionLayers]>([
    ['not set', {}],
    ['`intent`', { overrides: { preload: 'intent' } }],
    ['no value that it has', { overrides: { preload: 'now' } }],
  ])('loads nothing before the visitor points at the bubble if it is %s', async (_, layers) => {
    show(layers);
    await idle();
    expect(loadPanel).not.toHaveBeenCalled();
    launchers()[0]?.dispatchEvent(new Event('pointerenter'));
    expect(loadPanel).toHaveBeenCalledOnce();
  });

  it.each([
    [{ effectiveType: '4g' }, 1],
    [{ effectiveType: '4g', saveData: false }, 1],
    [{ effectiveType: '4g', saveData: true }, 0],
    [{ effectiveType: '3g' }, 0],
    [{ effectiveType: 'slow-2g' }, 0],
    [{ saveData: true }, 0],
    [{}, 1],
  ])('asks the connection, %j, and loads %i times', async (connection, count) => {
    connectBy(connection);
    show({ overrides: { preload: 'idle' } });
    await idle();
    expect(loadPanel).toHaveBeenCalledTimes(count);
    launchers()[0]?.dispatchEvent(new Event('pointerenter'));
    expect(loadPanel).toHaveBeenCalled();
  });

  it('waits until the page itself has loaded, and is idle again', async () => {
    setReadyState('interactive');
    show({ overrides: { preload: 'idle' } });
    await idle();
    expect(loadPanel).not.toHaveBeenCalled();
    setReadyState('complete');
    window.dispatchEvent(new Event('load'));
    expect(loadPanel).not.toHaveBeenCalled();
    await idle();
    expect(loadPanel).toHaveBeenCalledOnce();
  });

  it('loads nothing for a page that hides the chat or has destroyed it meanwhile', async () => {
    show({ overrides: { preload: 'idle', pages: [{ url: '/', hidden: true }] } });
    show({ overrides: { preload: 'idle' } }).hide();
    show({ overrides: { preload: 'idle' } }).destroy();
    await idle();
    expect(loadPanel).not.toHaveBeenCalled();
  });

  it('loads once, also if the page changes other options', async () => {
    const widget = show({ overrides: { preload: 'idle' } });
    for (const title of ['Northlight', 'Southlight']) {
      widget.update({ title });
      await idle();
    }
    expect(loadPanel).toHaveBeenCalledOnce();
  });
});
