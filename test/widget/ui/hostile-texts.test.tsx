// @vitest-environment happy-dom
import { render } from 'preact';
import { describe, expect, it } from 'vitest';
import { ConsentBox } from '../../../src/widget/ui/form/ConsentBox.tsx';
import { safeLink } from '../../../src/widget/ui/Link.tsx';
import { RichText } from '../../../src/widget/ui/markdown/RichText.tsx';
import { PanelContext } from '../../../src/widget/ui/panel-model.ts';

import { patience, recordFigure } from '../../support/figures.ts';
import { renderChat, renderPanel } from '../support/render-panel.ts';
import { hostileAddresses, hostileTexts } from './hostile-texts.ts';

const formatting = new Set(['P', 'BR', 'STRONG', 'EM', 'CODE', 'PRE', 'UL', 'OL', 'LI', 'A']);

/** Finds elements that are not formatting, attributes that are not a link's, and URLs that are not allowed. */
function suspicious(container: Element): string[] {
  return [...container.querySelectorAll('*')].flatMap((element) => {
    const isFormatting = formatting.has(element.tagName) || element.matches('div.code');
    const found = isFormatting ? [] : [element.outerHTML];
    for (const { name, value } of element.attributes) {
      const isPlain = ['target', 'rel', 'start'].includes(name);
      const isSafe =
        name === 'href' && /^(?:https?:\/\/|mailto:|tel:)/.test(value) && !/^https?:\/\/[^/]*@/.test(value);
      const isCodeBlock = (name === 'class' && value === 'code') || (name === 'data-copy' && /^P\d+-\d+$/.test(value));
      if (!isPlain && !isSafe && !isCodeBlock) found.push(`${name}=${value}`);
    }
    return found;
  });
}

describe('R12: texts from outside', () => {
  it(`are text and nothing more, in each of ${hostileTexts.length} ways to be a script`, ({ task }) => {
    expect(hostileTexts.length).toBeGreaterThan(300);
    const { model } = renderPanel();
    const container = document.createElement('div');
    const show = (text: string) => {
      const message = <RichText text={text} />;
      render(<PanelContext.Provider value={model}>{message}</PanelContext.Provider>, container);
    };
    const wrong = hostileTexts.flatMap((text) => {
      show(text);
      const found = suspicious(container);
      return found.length === 0 ? [] : [{ text, found }];
    });
    expect(wrong).toEqual([]);
    recordFigure(task, {
      did: 'texts that are scripts elsewhere, as messages, names, pictures, titles, greetings and consents',
      times: hostileTexts.length,
      found:
        'formatting and safe links only; in the browsers of the journeys no script, request or violation of the policy',
    });
  });

  it('stay text in the consent that a form asks for', () => {
    const { model } = renderPanel({ leadForm: 'required' });
    const container = document.createElement('div');
    for (const text of hostileTexts) {
      const consent = { text, version: '1', required: true };
      const box = <ConsentBox consent={consent} isGiven={false} problem={undefined} onChange={() => {}} />;
      render(<PanelContext.Provider value={model}>{box}</PanelContext.Provider>, container);
      const label = container.querySelector('label');
      expect(label === null ? [text] : suspicious(label)).toEqual([]);
    }
  });

  it(
    'stay text in messages, and as names and pictures of who answers',
    async () => {
      const { chat, layer, send, view } = await renderChat();
      // A search by role goes through all elements, and the log keeps all messages.
      const heading = view.getByRole('heading');
      for (const [index, text] of hostileTexts.entries()) {
        await send(
          { type: 'chatowner', name: text, profilepic: text },
          { type: 'message', content: 'x', name: text, profilepic: text },
        );
        chat.sendMessage(text);
        expect(heading.textContent).toBe(text);
        if (index % 50 === 0) expect(forbiddenElements(layer)).toEqual([]);
      }
      expect(view.getByRole('heading')).toBe(heading);
      expect(forbiddenElements(layer)).toEqual([]);
    },
    60_000 * patience,
  );

  it(
    'stay text as titles and greetings',
    async () => {
      const { layer, setOptions, settle, view } = await renderChat();
      const dialog = view.getByRole('dialog');
      for (const text of hostileTexts) {
        setOptions({ title: text.slice(0, 80), greeting: text.slice(0, 300) });
        await settle();
        expect(forbiddenElements(layer)).toEqual([]);
        expect(dialog.getAttribute('aria-label')).toBe(text.slice(0, 80));
        expect(layer.querySelector('.greeting .text')?.textContent).toBe(text.slice(0, 300));
      }
      expect(view.getByRole('dialog')).toBe(dialog);
    },
    90_000 * patience,
  );
});

/** Elements and attributes that could run a script or load something. */
function forbiddenElements(layer: Element): string[] {
  const elements = [...layer.querySelectorAll('script, iframe, object, embed, link, style, base, meta, a, form form')];
  const attributes = [...layer.querySelectorAll('*')].flatMap((element) => {
    const handlers = [...element.attributes].filter(({ name }) => /^on|^style$|^srcdoc$/.test(name));
    const isUnsafeImage = element.tagName === 'IMG' && !/^https:/.test(element.getAttribute('src') ?? '');
    return handlers.length > 0 || isUnsafeImage ? [element] : [];
  });
  return [...elements, ...attributes].map(({ outerHTML }) => outerHTML);
}

describe('R12: the picture of who answers', () => {
  it.each(hostileAddresses)('is not requested from %j', async (profilepic) => {
    const { layer, send } = await renderChat();
    await send(
      { type: 'chatowner', name: 'Ada', profilepic },
      { type: 'message', content: 'x', name: 'Ada', profilepic },
    );
    expect(layer.querySelectorAll('img')).toHaveLength(0);
  });
});

describe('R12: the address of a link', () => {
  it.each(hostileAddresses)('is not followed when it is %j', (address) => {
    expect(safeLink(address.replaceAll('X', 'alert(1)'))).toBeUndefined();
  });

  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['tel:+14155552671', 'tel:+14155552671'],
    ['https://exa\nmple.com/', 'https://example.com/'],
  ])('is followed when it is %j', (address, href) => {
    expect(safeLink(address)).toBe(href);
  });
});
