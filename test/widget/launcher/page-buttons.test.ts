// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWidget, type Widget } from '../../../src/widget/launcher/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { clickAsVisitor } from '../support/visitor-events.ts';
import { loadPanel, panelLog, stubColors } from './support.ts';

const widgets: Widget[] = [];

function show(): Widget {
  const widget = createWidget({}, { loadPanel });
  widgets.push(widget);
  return widget;
}

/** An element of the page, in the document or in a shadow root. */
function addButton(html: string, parent: ParentNode & Node = document.body): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  const button = template.content.firstElementChild;
  if (!(button instanceof HTMLElement)) throw new Error('there is no button');
  return parent.appendChild(button);
}

/** Returns whether the browser would follow a link. */
function click(element: HTMLElement, init: MouseEventInit = {}): boolean {
  return element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...init }));
}

beforeEach(() => {
  stubColors();
  loadPanel.mockClear();
});

afterEach(() => {
  for (const widget of widgets.splice(0)) widget.destroy();
  panelLog.length = 0;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it('opens, closes and toggles the chat, before anything else is loaded', async () => {
  const widget = show();
  const open = addButton('<button data-leadchat="open"><b>Ask</b></button>');
  click(open.querySelector('b') ?? open);
  expect(widget.getState().open).toBe(true);
  await waitFor(() => expect(panelLog).toContain('open by visitor'));
  click(addButton('<button data-leadchat="close">Close</button>'));
  expect(widget.getState().open).toBe(false);
  const toggle = addButton('<button data-leadchat="toggle">Chat</button>');
  click(toggle);
  expect(widget.getState().open).toBe(true);
  click(toggle);
  expect(widget.getState().open).toBe(false);
});

it('sends the text of the button', async () => {
  show();
  click(addButton('<button data-leadchat="open" data-leadchat-text="Prices?">Prices</button>'));
  await waitFor(() => expect(panelLog).toContain('send Prices?'));
});

it('finds a button in a shadow root, and does not let the page or a router follow its link', () => {
  const widget = show();
  const shadow = addButton('<section></section>').attachShadow({ mode: 'open' });
  const link = addButton('<a href="#contact" data-leadchat="open">Ask</a>', shadow);
  const follow = vi.fn((event: Event) => event.defaultPrevented);
  link.addEventListener('click', follow);
  expect(click(link)).toBe(false);
  expect(follow).toHaveReturnedWith(true);
  expect(widget.getState().open).toBe(true);
});

it('asks for a call only after a real click', async () => {
  const widget = show();
  const call = addButton('<button data-leadchat="call">Call me</button>');
  click(call);
  await waitFor(() => expect(panelLog).toContain('open by visitor'));
  expect(panelLog).not.toContain('requestCall');
  widget.close();
  clickAsVisitor(call);
  expect(panelLog).toContain('requestCall');
});

it.each<[string, (widget: Widget) => void, MouseEventInit]>([
  ['the widget is hidden', (widget) => widget.hide(), {}],
  ['the widget is gone', (widget) => widget.destroy(), {}],
  ['the click is for another tab', () => {}, { ctrlKey: true }],
])('leaves a link to the browser when %s', (_, change, init) => {
  const widget = show();
  change(widget);
  expect(click(addButton('<a href="#contact" data-leadchat="open">Ask</a>'), init)).toBe(true);
  expect(widget.getState().open).toBe(false);
});

it('leaves a link to the browser when the chat could not be loaded, and tries again meanwhile', async () => {
  const widget = show();
  loadPanel.mockRejectedValueOnce(new Error('down'));
  const link = addButton('<a href="#contact" data-leadchat="open">Ask</a>');
  expect(click(link)).toBe(false);
  await waitFor(() => expect(widget.getState().open).toBe(false));
  expect(click(link)).toBe(true);
  await waitFor(() => expect(widget.getState().loaded).toBe(true));
  expect(click(link)).toBe(false);
  expect(widget.getState().open).toBe(true);
});

it('opens the first widget that can, of several', () => {
  const [first, second] = [show(), show()];
  const open = addButton('<button data-leadchat="open">Ask</button>');
  click(open);
  expect([first.getState().open, second.getState().open]).toEqual([true, false]);
  first.hide();
  click(open);
  expect([first.getState().open, second.getState().open]).toEqual([false, true]);
});

it('reports a value that does not exist', () => {
  const onError = vi.fn();
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  show().on('error', onError);
  expect(click(addButton('<button data-leadchat="opne">Ask</button>'))).toBe(true);
  expect(onError).toHaveBeenCalledWith({
    code: 'bad-call',
    message: expect.stringContaining('data-leadchat="opne" is unknown: use one of open, close, toggle'),
  });
  report.mockRestore();
});
