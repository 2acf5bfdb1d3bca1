// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mountInline } from '../../../src/widget/panel/mount-inline.ts';
import { waitFor } from '../../support/wait-for.ts';

const ends: (() => void)[] = [];

function show() {
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open' });
  const layer = document.createElement('div');
  root.append(layer);
  document.body.append(element);
  const fail = vi.fn();
  const timers: (() => void)[] = [];
  const end = mountInline({ element, root, layer }, '#chat', fail, (_ms, run) => {
    timers.push(run);
    return () => {};
  });
  ends.push(end);
  const passTime = () => {
    for (const run of timers) run();
  };
  return { element, root, layer, fail, end, passTime };
}

function addTarget(into: Element = document.body): HTMLElement {
  const target = document.createElement('section');
  target.id = 'chat';
  into.append(target);
  return target;
}

afterEach(() => {
  for (const end of ends.splice(0)) end();
  document.body.replaceChildren();
});

describe('a chat with a target', () => {
  it('moves into an element that exists', () => {
    const target = addTarget();
    const { element, layer, fail, passTime } = show();
    expect([element.parentNode, layer.hidden]).toEqual([target, false]);
    passTime();
    expect(fail).not.toHaveBeenCalled();
  });

  it('is hidden until its element exists', async () => {
    const { element, layer, root, fail, passTime } = show();
    expect([element.parentNode, layer.hidden, root.adoptedStyleSheets]).toEqual([document.body, true, []]);
    const main = document.createElement('main');
    document.body.append(main);
    const target = addTarget(main);
    await waitFor(() => expect(element.parentNode).toBe(target));
    expect(layer.hidden).toBe(false);
    passTime();
    expect(fail).not.toHaveBeenCalled();
  });

  it('moves into the new element when a router has replaced the old one', async () => {
    const main = document.createElement('main');
    document.body.append(main);
    addTarget(main);
    const { element, layer } = show();
    main.remove();
    await waitFor(() => expect([element.parentNode, layer.hidden]).toEqual([document.body, true]));
    document.body.append(document.createElement('p'));
    const again = addTarget();
    await waitFor(() => expect([element.parentNode, layer.hidden]).toEqual([again, false]));
  });

  it('moves back into an element that was emptied', async () => {
    const target = addTarget();
    const { element } = show();
    target.replaceChildren('new');
    await waitFor(() => expect(element.parentNode).toBe(target));
  });

  it('reports a missing element, and keeps waiting for it', async () => {
    const { element, fail, passTime } = show();
    passTime();
    expect(fail).toHaveBeenCalledOnce();
    const target = addTarget();
    await waitFor(() => expect(element.parentNode).toBe(target));
  });

  it('floats above the page again when the target is removed', () => {
    addTarget();
    const { element, layer, end } = show();
    end();
    expect([element.parentNode, layer.hidden]).toEqual([document.body, false]);
  });
});
