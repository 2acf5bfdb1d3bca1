// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WidgetOptions } from '../../../src/options/index.ts';
import { installGlobal, type OptionLayers } from '../../../src/widget/launcher/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { launchers, loadPanel, panelLog, stubColors } from './support.ts';

beforeEach(stubColors);

afterEach(() => {
  panelLog.length = 0;
  document.body.replaceChildren();
  Reflect.deleteProperty(window, 'LeadChat');
  vi.unstubAllGlobals();
});

describe('LeadChat', () => {
  const run = (layers?: OptionLayers) => installGlobal(loadPanel, layers);
  const call = (name: string, ...args: unknown[]): unknown =>
    Reflect.apply(Reflect.get(window, 'LeadChat'), undefined, [name, ...args]);

  it('makes the calls that a stub has queued, in order', async () => {
    const queue: unknown[][] = [];
    Object.assign(window, { LeadChat: Object.assign((...args: unknown[]) => queue.push(args), { q: queue }) });
    const onReady = vi.fn();
    call('on', 'ready', onReady);
    call('init', { title: 'Stub' });
    call('open');
    run();
    await waitFor(() => expect(panelLog).toEqual(['create {"title":"Stub"}', 'open by api']));
    await waitFor(() => expect(onReady).toHaveBeenCalledTimes(1));
    call('destroy');
  });

  it('shows the form by a call that a stub has queued, in the panel that it opens', async () => {
    const queue: unknown[][] = [];
    Object.assign(window, { LeadChat: Object.assign((...args: unknown[]) => queue.push(args), { q: queue }) });
    call('showForm');
    run({ attributes: { flowId: 'x' } });
    await waitFor(() => expect(panelLog).toEqual(['create {}', 'showForm', 'open by api']));
    call('destroy');
  });

  it('does not become ready after it was destroyed', async () => {
    run({ attributes: { flowId: 'x' } });
    const received: string[] = [];
    for (const name of ['ready', 'destroy']) call('on', name, () => received.push(name));
    call('destroy');
    await new Promise((done) => setTimeout(done));
    expect(received).toEqual(['destroy']);
  });

  it('accepts calls as a function and by its methods', () => {
    run({ attributes: { flowId: 'x' } });
    call('open');
    expect(Reflect.get(window, 'LeadChat').getState().open).toBe(true);
    Reflect.get(window, 'LeadChat').toggle();
    expect(call('getState')).toMatchObject({ open: false });
    call('destroy');
  });

  it('waits for init if the script tag configures no widget', () => {
    run();
    expect(launchers()).toHaveLength(0);
    call('open');
    call('init', {});
    expect(call('getState')).toMatchObject({ open: true });
    call('destroy');
  });

  it('takes a listener back that waits for init', () => {
    run();
    const { on, once, init } = Reflect.get(window, 'LeadChat');
    const [before, after, kept] = [vi.fn(), vi.fn(), vi.fn()];
    on('open', before)();
    const off = once('open', after);
    on('open', kept);
    init({});
    off();
    call('open');
    expect([before, after, kept].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1]);
    call('destroy');
  });

  it('keeps the values of a call that waits for init, which the page may change meanwhile', async () => {
    run();
    const person = { last_name: 'Lovelace', topics: ['prices'] };
    call('identify', person);
    person.last_name = 'Byron';
    person.topics[0] = 'jobs';
    call('init', { open: true });
    await waitFor(() => expect(panelLog).toContain('open by api'));
    expect(panelLog).toContain('prefill {"last_name":"Lovelace","topics":["prices"]}');
    call('destroy');
  });

  it('changes the tag’s widget by the first init, so the order of the two does not matter', () => {
    run({ attributes: { flowId: 'x' } });
    const init = (options: WidgetOptions) => Reflect.get(window, 'LeadChat').init(options);
    const tagWidget = init({ position: 'bottom-left', open: true });
    expect(launchers()).toHaveLength(1);
    expect(tagWidget.getState().open).toBe(true);
    expect(document.querySelector('leadchat-widget')?.shadowRoot?.querySelector('.left')).not.toBeNull();
    const second = init({});
    expect(launchers()).toHaveLength(2);
    second.destroy();
    tagWidget.destroy();
  });

  it('lets a later script create the widget if the page has none', () => {
    run();
    run({ attributes: { flowId: 'x' } });
    expect(launchers()).toHaveLength(1);
    call('destroy');
    run({ attributes: { flowId: 'x' } });
    expect(launchers()).toHaveLength(1);
    call('destroy');
    expect(launchers()).toHaveLength(0);
  });

  it('creates one widget when the script runs twice', () => {
    run({ attributes: { flowId: 'x' } });
    const first = Reflect.get(window, 'LeadChat');
    run({ attributes: { flowId: 'x' } });
    expect(Reflect.get(window, 'LeadChat')).toBe(first);
    expect(launchers()).toHaveLength(1);
    call('destroy');
  });

  it('holds several widgets on a page, each with its own listeners', () => {
    run();
    const { init } = Reflect.get(window, 'LeadChat');
    const first = init({});
    const second = init({ position: 'bottom-left' });
    const listener = vi.fn();
    first.on('open', listener);
    second.open();
    expect([first.getState().open, second.getState().open]).toEqual([false, true]);
    expect(listener).not.toHaveBeenCalled();
    expect(launchers()).toHaveLength(2);
    second.destroy();
    first.destroy();
  });
});
