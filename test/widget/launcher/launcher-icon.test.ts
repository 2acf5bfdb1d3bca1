// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWidget, type OptionLayers, type Widget } from '../../../src/widget/launcher/index.ts';
import { launchers, loadPanel, stubColors } from './support.ts';

const png = 'data:image/png;base64,iVBORw0KGgo=';
const widgets: Widget[] = [];
/** The pictures that were requested, in order. */
const requested: HTMLImageElement[] = [];

function show(layers: OptionLayers): Widget {
  const widget = createWidget(layers, { loadPanel });
  widgets.push(widget);
  return widget;
}

const shown = () => [...(launchers()[0]?.querySelectorAll('img') ?? [])].map(({ src }) => src);
const isPictured = () => launchers()[0]?.classList.contains('pictured');
const load = (image: HTMLImageElement | undefined) => image?.dispatchEvent(new Event('load'));

beforeEach(() => {
  stubColors();
  const create = document.createElement.bind(document);
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name);
    if (element instanceof HTMLImageElement) {
      // happy-dom would load it at once.
      Object.defineProperty(element, 'src', { value: '', writable: true });
      requested.push(element);
    }
    return element;
  });
});

afterEach(() => {
  for (const widget of widgets.splice(0)) widget.destroy();
  requested.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('shows the picture once it is loaded, without a name of its own', () => {
  show({ attributes: { launcherIcon: png } });
  expect([shown(), isPictured()]).toEqual([[], false]);
  load(requested[0]);
  expect([shown(), isPictured(), requested[0]?.alt, launchers()[0]?.ariaLabel]).toEqual([[png], true, '', 'Open chat']);
});

it('keeps the symbol for a picture that is broken, and for what is no picture', () => {
  const widget = show({ overrides: { launcherIcon: png } });
  requested[0]?.dispatchEvent(new Event('error'));
  expect([shown(), isPictured()]).toEqual([[], false]);
  for (const launcherIcon of ['javascript:alert(1)', 'http://a.example/a.png', 'data:text/html,x', '/a.png', '']) {
    widget.update({ launcherIcon });
  }
  expect(requested).toHaveLength(1);
});

it('shows the last picture that the page wants, however slow the one before is', () => {
  const widget = show({ overrides: { launcherIcon: 'https://a.example/slow.png' } });
  widget.update({ launcherIcon: png });
  load(requested[1]);
  load(requested[0]);
  expect([shown(), requested[0]?.referrerPolicy]).toEqual([[png], 'no-referrer']);
  widget.update({ title: 'Another option' });
  expect(requested).toHaveLength(2);
  widget.update({ launcherIcon: undefined });
  expect([shown(), isPictured()]).toEqual([[], false]);
});

it('requests no picture while the options or the page hide it, and keeps the one it has', () => {
  const widget = show({ overrides: { launcherIcon: png, pages: [{ url: '/', hidden: true }] } });
  expect(requested).toHaveLength(0);
  widget.hide();
  widget.update({ pages: [] });
  expect(requested).toHaveLength(0);
  widget.show();
  load(requested[0]);
  expect(shown()).toEqual([png]);
  widget.hide();
  widget.show();
  expect([shown(), requested.length]).toEqual([[png], 1]);
});
