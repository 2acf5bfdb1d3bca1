// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WidgetOptions } from '../../../src/options/index.ts';
import type { InlinedConfig } from '../../../src/protocol/proxy/public-config.ts';
import { createWidget, type OptionLayers, type Widget } from '../../../src/widget/launcher/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { launchers, loadPanel, panelLog, stubColors } from './support.ts';

const widgets: Widget[] = [];
let navigation: EventTarget;

function show(overrides: WidgetOptions, layers: OptionLayers = {}): Widget {
  const widget = createWidget({ ...layers, overrides }, { loadPanel });
  widgets.push(widget);
  return widget;
}

function weekdays(timeZone: string, from: string, to: string) {
  const days = ['mon' as const, 'tue' as const, 'wed' as const, 'thu' as const, 'fri' as const];
  return { timeZone, open: [{ days, from, to }] };
}

/** What a navigation within the page does. */
function go(path: string): void {
  location.href = new URL(path, location.href).href;
  navigation.dispatchEvent(new Event('currententrychange'));
}

beforeEach(() => {
  stubColors();
  loadPanel.mockClear();
  navigation = new EventTarget();
  vi.stubGlobal('navigation', navigation);
  vi.stubGlobal('location', new URL('https://example.com/home'));
});

afterEach(() => {
  for (const widget of widgets.splice(0)) widget.destroy();
  panelLog.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('closes an open chat on a hidden page for this tab alone, and opens it on the next page', async () => {
  const widget = show({ pages: [{ url: '/checkout', hidden: true }] });
  widget.open();
  await waitFor(() => expect(panelLog).toContain('open by api'));
  panelLog.length = 0;
  go('/checkout');
  expect([panelLog, widget.getState()]).toMatchObject([['update', 'close by place'], { open: false, hidden: true }]);
  widget.close();
  widget.open();
  go('/checkout/pay');
  expect(widget.getState()).toMatchObject({ open: false, hidden: true });
  go('/home');
  expect(panelLog.slice(-2)).toEqual(['update', 'open by place']);
  expect(widget.getState()).toMatchObject({ open: true, hidden: false });
});

it('keeps a chat open that a page has opened, and opens none that the visitor has closed', async () => {
  const widget = show({ pages: [{ url: '/prices', open: true }] });
  go('/prices');
  expect(widget.getState().open).toBe(true);
  go('/home');
  expect(widget.getState().open).toBe(true);
  widget.close();
  go('/prices');
  expect(widget.getState().open).toBe(false);
});

it('hides the widget outside its hours until they begin, without the panel', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T08:58:30Z') });
  const hours = { timeZone: 'UTC', open: [{ days: ['mon' as const], from: '09:00', to: '17:00' }] };
  const widget = show({ away: 'hidden', hours });
  expect(widget.getState().hidden).toBe(true);
  await vi.advanceTimersByTimeAsync(95_000);
  expect(widget.getState().hidden).toBe(false);
  expect(loadPanel).not.toHaveBeenCalled();
  widget.destroy();
  expect(vi.getTimerCount()).toBe(0);
});

// Cause: whether the chat is open was asked where its visitor's wish counts.
it('takes no open chat away at the end of the hours, nor when the page hides it meanwhile, until it is closed', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T16:58:30Z') });
  const hours = { timeZone: 'UTC', open: [{ days: ['mon' as const], from: '09:00', to: '17:00' }] };
  const widget = show({ away: 'hidden', hours, pages: [{ url: '/checkout', hidden: true }] });
  const shown = () => {
    const { hidden, open } = widget.getState();
    return { hidden, open };
  };
  widget.open();
  await vi.advanceTimersByTimeAsync(95_000);
  expect(shown()).toEqual({ hidden: false, open: true });
  widget.hide();
  widget.show();
  expect(shown()).toEqual({ hidden: false, open: true });
  go('/checkout');
  expect(shown()).toEqual({ hidden: true, open: false });
  go('/thanks');
  expect(shown()).toEqual({ hidden: false, open: true });
  widget.close();
  expect(shown()).toEqual({ hidden: true, open: false });
  widget.open();
  expect(shown()).toEqual({ hidden: true, open: false });
});

it('takes an open chat away as the page or an entry says that it is hidden at this time', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T18:00:00Z') });
  const hours = { timeZone: 'UTC', open: [{ days: ['mon' as const], from: '09:00', to: '17:00' }] };
  const widget = show({ hours, pages: [{ url: '/prices', away: 'hidden' }] });
  widget.open();
  go('/prices');
  expect(widget.getState()).toMatchObject({ hidden: true, open: false });
  go('/home');
  expect(widget.getState()).toMatchObject({ hidden: false, open: true });
  widget.update({ away: 'hidden' });
  expect(widget.getState()).toMatchObject({ hidden: true, open: false });
});

// Cause: a first state, in which time, page and the page's own options were not known yet, counted as an open chat.
it.each<[string, InlinedConfig['widget'], WidgetOptions?, OptionLayers['attributes']?]>([
  ['the proxy', { open: true, away: 'hidden', hours: weekdays('Asia/Tokyo', '08:00', '18:00') }],
  ['the proxy', { target: '#chat', away: 'hidden', hours: weekdays('America/New_York', '18:30', '19:30') }],
  ['the tag', { open: true, hours: weekdays('UTC', '09:00', '17:00') }, {}, { away: 'hidden' }],
  ['the page', { target: '#chat', hours: weekdays('UTC', '09:00', '17:00') }, { away: 'hidden' }],
  ['an entry', { open: true, hours: weekdays('UTC', '09:00', '17:00'), pages: [{ url: '/home', away: 'hidden' }] }],
])(
  'hides a chat outside its hours, as %s says, that the proxy’s options open: %j',
  (_, widget, options = {}, attributes = {}) => {
    // The fake Intl takes the time 0 for now.
    vi.useFakeTimers({ now: Date.parse('2026-11-29T03:00:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const flowId = 'f1000000-0000-4000-8000-000000000001';
    const config = { flowId, wssUrl: 'wss://chat.example.com', form: { name: 'default', fields: [] }, widget };
    expect(show(options, { config, attributes }).getState()).toMatchObject({ open: false, hidden: true });
  },
);

it.each([
  ['zone', { timeZone: 'Mars/Olympus', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] }],
  ['day', { timeZone: 'UTC', open: [{ days: ['monday'], from: '09:00', to: '17:00' }] }],
  ['time', { timeZone: 'UTC', open: [{ days: ['mon'], from: '9:00', to: '17:00' }] }],
  ['list', { timeZone: 'UTC', open: 'always' }],
  // Such hours are never open, so they hid the chat for good, and nothing said why.
  ['list of no entries', { timeZone: 'UTC', open: [] }],
  ['list of no days', { timeZone: 'UTC', open: [{ days: [], from: '09:00', to: '17:00' }] }],
  ['time after the end of the day', { timeZone: 'UTC', open: [{ days: ['mon'], from: '25:00', to: '26:00' }] }],
  ['time between two hours', { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:60', to: '09:90' }] }],
  ['closing before the opening', { timeZone: 'UTC', open: [{ days: ['mon'], from: '17:00', to: '09:00' }] }],
])('is not hidden by hours with a %s, which cannot be meant', (_, hours) => {
  expect(show({ away: 'hidden', hours: Object(hours) }).getState().hidden).toBe(false);
});

it('follows no navigation without pages', () => {
  const listen = vi.spyOn(navigation, 'addEventListener');
  const widget = show({});
  expect(listen).not.toHaveBeenCalled();
  widget.update({ pages: [{ url: '/prices', launcherText: 'Prices' }] });
  widget.update({ color: 'red' });
  expect(listen).toHaveBeenCalledTimes(1);
  go('/prices');
  expect(launchers()[0]?.textContent).toBe('Prices');
});
