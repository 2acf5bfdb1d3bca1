// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WidgetOptions } from '../../../src/options/index.ts';
import { hashOrigin } from '../../../src/protocol/proxy/page-allowed.ts';
import { createWidget, type OptionLayers, type PanelDeps, type Widget } from '../../../src/widget/launcher/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { launchers, loadFakePanel, loadPanel, panelLog, stubColors } from './support.ts';

const service = { flowId: 'f1000000-0000-4000-8000-000000000001', wssUrl: 'wss://chat.example.com' };
const config = { ...service, form: { name: 'default', fields: [] }, widget: {} };
const proxyUrl = 'https://proxy.example';
/** Never open. */
const closed = {
  timeZone: 'UTC',
  open: [{ days: ['mon' as const], from: '09:00', to: '17:00' }],
  closed: [{ from: '2000-01-01', to: '2999-12-31' }],
};
const widgets: Widget[] = [];

function show(overrides: WidgetOptions, layers: OptionLayers = {}): Widget {
  const widget = createWidget({ ...layers, overrides }, { loadPanel });
  widgets.push(widget);
  return widget;
}

beforeEach(() => {
  stubColors();
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

it.each<[string | null, WidgetOptions, OptionLayers?]>([
  [null, service],
  [null, { proxyUrl }],
  ['no-service', {}],
  ['no-service', { flowId: service.flowId }],
  ['hidden', { ...service, pages: [{ url: '*', hidden: true }] }],
  ['hidden', { pages: [{ url: '*', hidden: true }], away: 'hidden', hours: closed }],
  ['closed-hours', { ...service, away: 'hidden', hours: closed }],
  [null, { ...service, away: 'lead-only', hours: closed }],
  [null, { proxyUrl }, { config: { ...config, originHashes: [hashOrigin(location.origin)] } }],
  ['origin-not-allowed', { proxyUrl }, { config: { ...config, originHashes: [hashOrigin('https://a.example')] } }],
  ['origin-not-allowed', { proxyUrl }, { config: { ...config, pageAllowed: false } }],
])('is %j before anything is loaded, with %j', (unavailable, overrides, layers) => {
  expect(show(overrides, layers).getState().unavailable).toBe(unavailable);
});

it('follows hide() and show(), and what the page adds', () => {
  const widget = show({});
  widget.hide();
  expect(widget.getState().unavailable).toBe('hidden');
  widget.show();
  expect(widget.getState().unavailable).toBe('no-service');
  widget.update(service);
  expect(widget.getState().unavailable).toBeNull();
});

it('says that the proxy cannot be asked, until it can be or the page names a flow itself', async () => {
  vi.useFakeTimers();
  const onError = vi.fn();
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError('refused'));
  const widget = show({ proxyUrl });
  widget.on('error', onError);
  expect(widget.getState().unavailable).toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  expect(widget.getState().unavailable).toBe('no-configuration');
  expect(onError.mock.lastCall?.[0].code).toBe('no-configuration');
  widget.update(service);
  expect(widget.getState().unavailable).toBeNull();
  widget.update({ flowId: undefined, form: 'other' });
  await vi.advanceTimersByTimeAsync(100);
  expect(widget.getState().unavailable).toBeNull();
});

it('takes no failure of a proxy that the page no longer names for one of the next', async () => {
  vi.useFakeTimers();
  let refuse = (_: Error) => {};
  vi.mocked(fetch).mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)));
  const widget = show({ proxyUrl });
  await vi.advanceTimersByTimeAsync(100);
  widget.update({ proxyUrl: 'https://other.example' });
  await vi.advanceTimersByTimeAsync(100);
  refuse(new TypeError('refused'));
  await vi.advanceTimersByTimeAsync(100);
  expect(widget.getState().unavailable).toBeNull();
});

// Cause: launcher and panel both wrote why there is no chat, and each erased what the other had found.
it('keeps what the panel says when the page, idle at last, loads the configuration again', async () => {
  vi.useFakeTimers();
  const idleTasks: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (task: () => void) => idleTasks.push(task));
  let deps: PanelDeps | undefined;
  loadPanel.mockImplementationOnce(async (...given) => {
    const { createPanel } = await loadFakePanel(...given);
    return {
      createPanel(created) {
        deps = created;
        return createPanel(created);
      },
    };
  });
  const widget = show({ proxyUrl });
  widget.open();
  await vi.advanceTimersByTimeAsync(100);
  const check = () => new Error('another version');
  await expect(deps?.loadConfig(check)).rejects.toThrow('another version');
  deps?.setFacts({ problem: 'no-configuration', isConfigUsable: false });
  for (const task of idleTasks.splice(0)) task();
  await vi.advanceTimersByTimeAsync(100);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(widget.getState().unavailable).toBe('no-configuration');
});

it('says so for the address that failed, and not for another one between', async () => {
  vi.useFakeTimers();
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError('refused'));
  vi.mocked(fetch).mockReturnValueOnce(new Promise(() => {}));
  const widget = show({ proxyUrl });
  await vi.advanceTimersByTimeAsync(100);
  widget.update({ proxyUrl: 'https://other.example' });
  await vi.advanceTimersByTimeAsync(100);
  expect(widget.getState().unavailable).toBeNull();
  await vi.advanceTimersByTimeAsync(2_000);
  widget.update({ proxyUrl });
  expect(widget.getState().unavailable).toBe('no-configuration');
  await vi.advanceTimersByTimeAsync(100);
  expect(widget.getState().unavailable).toBeNull();
});

it('says that the panel could not be loaded, also where nobody has opened it', async () => {
  const widget = show(service);
  loadPanel.mockRejectedValueOnce(new Error('blocked'));
  launchers()[0]?.dispatchEvent(new Event('pointerenter'));
  await waitFor(() => expect(widget.getState().unavailable).toBe('load-failed'));
});
