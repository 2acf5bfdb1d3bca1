// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { languageNames, loadTexts } from '../../../src/i18n/index.ts';
import type { WidgetOptions } from '../../../src/options/index.ts';
import { renderChat, renderPanel, type } from '../support/render-panel.ts';

const english = 'An AI agent answers here.';

function descriptionOf(field: Element, root: ShadowRoot): string {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => root.getElementById(id)?.textContent ?? '').join(' ');
}

it('says above the text box that an AI agent answers, which describes the text box', async () => {
  const { field, root, view } = await renderChat();
  expect(view.getByText(english)).toBeTruthy();
  expect(descriptionOf(field, root)).toBe(english);
  type(field, 'x'.repeat(7999));
  expect(await view.findByText('1 character left')).toBeTruthy();
  expect(descriptionOf(field, root)).toBe(`${english} 1 character left`);
});

it('can be the text of the site by language, with links, or be switched off', async () => {
  const own = { en: 'AI at work, see [how](https://example.com/ai).', de: 'Hier arbeitet eine KI.' };
  const { field, root, setOptions, view } = await renderChat({ options: { disclosure: own } });
  const link = view.getByRole('link', { name: 'how' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://example.com/ai',
    'noopener noreferrer nofollow',
  ]);
  expect(view.getByText(/AI at work/).getAttribute('lang')).toBe('en');
  setOptions({ disclosure: 'Only one text' });
  expect(await view.findByText('Only one text')).toBeTruthy();
  setOptions({ disclosure: false });
  await expect.poll(() => view.queryByText('Only one text')).toBeNull();
  expect(field.hasAttribute('aria-describedby')).toBe(false);
  setOptions({ disclosure: true });
  expect(await view.findByText(english)).toBeTruthy();
  expect(descriptionOf(field, root)).toBe(english);
});

// Cause: only `false` counted as no words, so a text of spaces drew an empty line, which the text box named as its description.
it.each<[string, WidgetOptions]>([
  ['is empty', { disclosure: '' }],
  ['is only white space', { disclosure: ' \n\u00a0' }],
  ['is blank in the visitor’s language', { disclosure: { de: 'Hier arbeitet eine KI.', en: ' ' } }],
  ['is ours, replaced by a blank one', { texts: { disclosure: ' ' } }],
])('draws no line if its text %s', async (_, options) => {
  const { field, root, setOptions, view } = await renderChat({ options });
  expect(root.querySelector('.disclosure')).toBeNull();
  expect(field.hasAttribute('aria-describedby')).toBe(false);
  setOptions({ disclosure: 'An agent', texts: {} });
  expect(await view.findByText('An agent')).toBeTruthy();
  expect(descriptionOf(field, root)).toBe('An agent');
});

it('is not above a form, because nobody answers yet', async () => {
  const { view } = renderPanel({ leadForm: 'required' });
  expect(await view.findByRole('button', { name: 'Start chat' })).toBeTruthy();
  expect(view.queryByText(english)).toBeNull();
});

it.each(Object.keys(languageNames))('has words in %s that fit one line', async (locale) => {
  const { disclosure } = await loadTexts(locale);
  expect(disclosure).not.toBe('');
  expect(String(disclosure).length).toBeLessThanOrEqual(36);
});
