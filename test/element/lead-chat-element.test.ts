// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../src/element/define.ts';
import { LeadChatElement } from '../../src/element/index.ts';

function place(markup: Record<string, string>): LeadChatElement {
  const element = document.createElement('lead-chat');
  for (const [name, value] of Object.entries(markup)) element.setAttribute(name, value);
  document.body.append(element);
  if (!(element instanceof LeadChatElement)) throw new Error('<lead-chat> is not defined');
  return element;
}

function launcher(element: LeadChatElement): HTMLButtonElement | null | undefined {
  return element.shadowRoot?.querySelector<HTMLButtonElement>('.launcher');
}

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: (_: string, value: string) => /^#|^[a-z]+$/.test(value) && value !== 'undefined' });
});

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('<lead-chat>', () => {
  it('draws the bubble in itself, in the language and look of its attributes', () => {
    const element = place({ 'flow-id': 'x', locale: 'fr', position: 'bottom-left' });
    expect(launcher(element)?.ariaLabel).toBe('Ouvrir le chat');
    expect(launcher(element)?.parentElement?.className).toBe('layer left');
  });

  it('follows its attributes when they change', () => {
    const element = place({ locale: 'fr' });
    element.setAttribute('locale', 'de');
    expect(launcher(element)?.ariaLabel).toBe('Chat öffnen');
    element.setAttribute('launcher', 'none');
    expect(launcher(element)?.hidden).toBe(true);
    element.removeAttribute('launcher');
    expect(launcher(element)?.hidden).toBe(false);
  });

  it('prefers its options property to its attributes', () => {
    const element = place({ locale: 'fr' });
    element.options = { locale: 'it' };
    expect(launcher(element)?.ariaLabel).toBe('Apri chat');
  });

  it('keeps its widget when it is moved, and ends it when it is removed', async () => {
    const element = place({});
    const { widget } = element;
    const gone = vi.fn();
    element.addEventListener('leadchat:destroy', gone);
    const box = document.createElement('section');
    document.body.append(box);
    box.append(element);
    await Promise.resolve();
    expect(element.widget).toBe(widget);
    element.remove();
    await vi.waitFor(() => expect(gone).toHaveBeenCalledTimes(1));
    expect(element.widget).toBeUndefined();
    document.body.append(element);
    expect(launcher(element)).toBeTruthy();
  });
});
