import { expect, it } from 'vitest';
import { texts } from '../../src/i18n/locales/en.ts';

// WCAG 1.3.3: who hears the texts, or sees no colors, can follow them.
it('no text of the widget points at something by its place, its color or its shape', () => {
  const words =
    /\b(?:above|below|beside|on the (?:left|right)|top|bottom|corner|red|green|blue|gr[ae]y|round|square)\b/i;
  const all = Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)));
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((text) => words.test(text))).toEqual([]);
});
