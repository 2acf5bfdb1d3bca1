// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWidget, type OptionLayers, type Widget } from '../../../src/widget/launcher/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { launchers, loadPanel, panelLog, stubColors } from './support.ts';

const proxyUrl = 'https://proxy.example/chat/';
const config = {
  flowId: 'f1000000-0000-4000-8000-000000000001',
  wssUrl: 'wss://chat.example.com',
  form: { name: 'default', fields: [] },
  widget: { color: '#b91c1c', position: 'bottom-left', theme: 'dark', launcherText: 'Questions?' },
};
const widgets: Widget[] = [];

function show(layers: OptionLayers): Widget {
  const widget = createWidget(layers, { loadPanel });
  widgets.push(widget);
  return widget;
}

const requested = () => vi.mocked(fetch).mock.calls.map(([address]) => String(address));
const layer = () => launchers()[0]?.parentElement;
const respondWith = (widget: object) => vi.mocked(fetch).mockResolvedValue(Response.json({ ...config, widget }));

beforeEach(() => {
  stubColors();
  loadPanel.mockClear();
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(config)),
  );
});

afterEach(() => {
  for (const widget of widgets.splice(0)) widget.destroy();
  panelLog.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Lets the page become idle. */
async function idle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(100);
}

describe('the option loadConfig', () => {
  // The configuration arrived late and closed what the visitor had opened, or opened it again.
  it.each([
    [false, ['open'], true],
    [true, ['open', 'close'], false],
  ] as const)('leaves the chat as the visitor has it when `open` is %s in the proxy', async (open, calls, expected) => {
    vi.useFakeTimers();
    respondWith({ open });
    const widget = show({ overrides: { proxyUrl } });
    for (const call of calls) widget[call]();
    await idle();
    expect([requested().length, widget.getState().open]).toEqual([1, expected]);
  });

  // The proxy's `widget` options reached only pages whose script contains them.
  it.each<[string, OptionLayers]>([
    ['a call', { overrides: { proxyUrl } }],
    ['attributes', { attributes: { proxyUrl } }],
    ['props that are not set', { overrides: { proxyUrl, color: undefined, position: undefined, loadConfig: 'idel' } }],
  ])('requests the look once when the page is idle, with %s', async (_, layers) => {
    vi.useFakeTimers();
    const widget = show(layers);
    expect([layer()?.className, requested()]).toEqual(['layer right', []]);
    await idle();
    expect(layer()?.className).toBe('layer left');
    expect(launchers()[0]?.textContent).toBe('Questions?');
    widget.update({ title: 'Northlight' });
    await idle();
    expect(requested()).toEqual(['https://proxy.example/chat/config']);
    expect(loadPanel).not.toHaveBeenCalled();
  });

  it('lets the page win over the proxy, attributes too, and a removed option falls back to the proxy', async () => {
    vi.useFakeTimers();
    const widget = show({ attributes: { position: 'bottom-right' }, overrides: { proxyUrl, launcherText: 'Ask us' } });
    await idle();
    expect([layer()?.className, launchers()[0]?.textContent]).toEqual(['layer right', 'Ask us']);
    widget.update({ launcherText: undefined });
    expect(launchers()[0]?.textContent).toBe('Questions?');
  });

  it('requests nothing if the script contains the configuration, without a proxy, and with `intent`', async () => {
    vi.useFakeTimers();
    show({ config, attributes: { proxyUrl } });
    show({ config, attributes: { proxyUrl }, overrides: { form: 'default' } });
    show({ overrides: { flowId: config.flowId, wssUrl: config.wssUrl } });
    show({ overrides: { proxyUrl: 'javascript:alert(1)' } });
    show({ overrides: { proxyUrl, loadConfig: 'intent' } });
    show({ attributes: { proxyUrl, loadConfig: 'intent' } });
    show({ overrides: { proxyUrl } }).destroy();
    await idle();
    expect(requested()).toEqual([]);
  });

  it('requests the form that the page names', async () => {
    vi.useFakeTimers();
    show({ overrides: { proxyUrl, form: 'prices & more' } });
    await idle();
    expect(requested()).toEqual(['https://proxy.example/chat/config?form=prices%20%26%20more']);
  });

  it('opens, and watches triggers, as the proxy says', async () => {
    vi.useFakeTimers();
    respondWith({ triggers: [{ type: 'scroll', percent: 50 }] });
    show({ overrides: { proxyUrl } });
    await idle();
    window.dispatchEvent(new Event('scroll'));
    expect(loadPanel).toHaveBeenCalledTimes(1);
    respondWith({ open: true });
    const opened = show({ overrides: { proxyUrl } });
    const closed = show({ overrides: { proxyUrl, open: false } });
    const onOpen = vi.fn();
    for (const widget of [opened, closed]) widget.on('open', onOpen);
    await idle();
    expect([opened.getState().open, closed.getState().open]).toEqual([true, false]);
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it('opens the chat as the proxy says, although the panel could not be loaded before anybody had opened it', async () => {
    vi.useFakeTimers();
    respondWith({ open: true });
    loadPanel.mockRejectedValueOnce(new Error('offline'));
    const widget = show({ overrides: { proxyUrl } });
    launchers()[0]?.dispatchEvent(new Event('pointerenter'));
    await idle();
    expect(widget.getState().open).toBe(true);
  });

  it('does not open a chat again that the page opened and the visitor has closed', async () => {
    vi.useFakeTimers();
    respondWith({ open: true });
    const widget = show({ overrides: { proxyUrl, open: true } });
    widget.close();
    await idle();
    expect(widget.getState().open).toBe(false);
  });

  // Each change of the form requested again what had just failed, or was still on its way.
  it('requests each form once for a page that changes between two in a loop while the proxy fails', async () => {
    vi.useFakeTimers();
    vi.mocked(fetch).mockRejectedValue(new Error('down'));
    const widget = show({ overrides: { proxyUrl } });
    for (let count = 0; count < 25; count++) {
      for (const form of ['prices', 'visits']) {
        widget.update({ form });
        await vi.advanceTimersByTimeAsync(20);
      }
    }
    expect(requested()).toEqual(['prices', 'visits'].map((form) => `${proxyUrl}config?form=${form}`));
    await vi.advanceTimersByTimeAsync(2_000);
    widget.update({ form: 'prices' });
    await idle();
    expect(requested()).toHaveLength(3);
  });

  it('shows the visitor no failure while idle, and requests again for the panel', async () => {
    vi.useFakeTimers();
    vi.mocked(fetch).mockRejectedValueOnce(new Error('down'));
    const widget = show({ overrides: { proxyUrl } });
    const onError = vi.fn();
    widget.on('error', onError);
    await idle();
    expect(onError).toHaveBeenCalledWith({ code: 'no-configuration', message: '[leadchat] Error: down' });
    expect([launchers()[0]?.ariaLabel, launchers()[0]?.textContent]).toEqual(['Open chat', '']);
    vi.useRealTimers();
    let load: (() => Promise<void>) | undefined;
    loadPanel.mockImplementationOnce(async () => ({
      createPanel(deps) {
        load = deps.loadConfig;
        return noPanel;
      },
    }));
    widget.open();
    await waitFor(() => expect(load).toBeDefined());
    await load?.();
    expect(requested()).toHaveLength(2);
    expect(layer()?.className).toBe('layer left');
    await load?.();
    expect(requested()).toHaveLength(2);
  });
});

const noPanel = {
  sendMessage() {},
  prefill() {},
  setAttributes() {},
  showForm() {},
  requestCall() {},
  reset() {},
  onForgottenElsewhere() {},
  state: () => ({ unread: 0, connection: 'idle', phase: 'idle' }) as const,
};
