// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readOptions, type WidgetOptions } from '../../../src/options/index.ts';
import { createInlineTarget, type InlineTarget } from '../../../src/widget/panel/inline-target.ts';
import { mountInline } from '../../../src/widget/panel/mount-inline.ts';
import { createFailureReporter } from '../../../src/widget/panel/report-problems.ts';
import { manualClock } from '../../support/manual-clock.ts';

const targets: InlineTarget[] = [];

function resolve(overrides: WidgetOptions) {
  return readOptions({ proxy: {}, attributes: {}, overrides }).options;
}

/** A widget whose option `target` is set. The code that moves it there loads `loads` times out of the first attempts. */
function show({ failures = 0, target = '#chat' }: { failures?: number; target?: string }) {
  const section = document.createElement('section');
  section.id = 'chat';
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open' });
  const layer = document.createElement('div');
  root.append(layer);
  document.body.append(section, element);
  const isOpen = signal(true);
  const setOpen = vi.fn((open: boolean) => {
    isOpen.value = open;
  });
  const options = signal(resolve({ target }));
  const reportError = vi.fn();
  const clock = manualClock();
  let attempts = 0;
  const loadMount = async () => {
    attempts += 1;
    if (attempts <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return { mountInline };
  };
  const inline = createInlineTarget({
    element,
    root,
    layer,
    options,
    isOpen,
    setOpen,
    reportError,
    reportFailure: createFailureReporter(reportError),
    loadMount,
    clock,
  });
  targets.push(inline);
  const place = () => ({
    parent: element.parentElement?.localName,
    hidden: layer.hidden,
    inline: inline.isInline.value,
    floats: inline.isFloating.value,
    open: isOpen.value,
  });
  return { clock, inline, isOpen, options, place, reportError, setOpen, requests: () => attempts };
}

const inPage = { parent: 'section', hidden: false, inline: true, floats: false, open: true };
const floating = { parent: 'body', hidden: false, inline: false, floats: true, open: false };

afterEach(() => {
  for (const inline of targets.splice(0)) inline.dispose();
  document.body.replaceChildren();
});

describe('an inline target', () => {
  it('takes the widget', async () => {
    const { clock, place, reportError } = show({});
    await clock.advance(0);
    expect(place()).toEqual(inPage);
    expect(reportError).not.toHaveBeenCalled();
  });

  // Each change of the option began to load at once what had just failed, and reported the failure again.
  it('requests its code once for a page that changes the option in a loop, and reports its failure once', async () => {
    const { clock, options, requests, reportError } = show({ failures: Number.POSITIVE_INFINITY });
    for (let count = 0; count < 50; count++) {
      options.value = resolve({ target: `#chat-${count}` });
      await clock.advance(1);
    }
    expect(requests()).toBe(1);
    expect(reportError).toHaveBeenCalledExactlyOnceWith('load-failed', expect.stringContaining('Failed to fetch'));
  });

  // The widget was hidden until its code was there, and stayed hidden for good if that failed: nobody could reach the chat.
  it('leaves the widget floating if its code fails to load, and takes it at a later attempt', async () => {
    const { clock, place, reportError } = show({ failures: 2 });
    await clock.advance(0);
    expect(place()).toEqual(floating);
    expect(reportError).toHaveBeenCalledExactlyOnceWith('load-failed', expect.stringContaining('Failed to fetch'));
    await clock.advance(2_000);
    expect(place()).toEqual(floating);
    await clock.advance(4_000);
    expect(place()).toEqual(inPage);
    expect([reportError.mock.calls.length, clock.pending]).toEqual([1, 0]);
  });

  it('makes another attempt as soon as the browser is online again', async () => {
    const { clock, place } = show({ failures: 1 });
    await clock.advance(0);
    dispatchEvent(new Event('online'));
    await clock.advance(0);
    expect(place()).toEqual(inPage);
  });

  it('does not take the widget from a visitor who is using the floating panel', async () => {
    const { clock, isOpen, place } = show({ failures: 1 });
    await clock.advance(0);
    isOpen.value = true;
    await clock.advance(2_000);
    expect(place()).toEqual({ ...floating, open: true });
    isOpen.value = false;
    await clock.advance(0);
    expect(place()).toEqual(inPage);
  });

  it('that is no selector is reported, and leaves the widget floating', async () => {
    const { clock, place, reportError } = show({ target: '#' });
    await clock.advance(0);
    expect(place()).toEqual(floating);
    expect(reportError).toHaveBeenCalledExactlyOnceWith(
      'no-target',
      '[leadchat] option `target` must be the selector of an element of this page, got "#".',
    );
  });

  it('is tried anew when the option changes, and leaves the widget floating when it is removed', async () => {
    const { clock, options, place } = show({ target: '#' });
    options.value = resolve({ target: '#chat' });
    await clock.advance(0);
    expect(place()).toMatchObject({ parent: 'section', inline: true, floats: false });
    options.value = resolve({});
    expect(place()).toMatchObject({ parent: 'body', hidden: false, inline: false, floats: false });
  });

  it('leaves no timer behind when the widget is destroyed', async () => {
    const { clock, inline } = show({ failures: 9 });
    await clock.advance(0);
    inline.dispose();
    expect(clock.pending).toBe(0);
  });
});
