import { describe, expect, it } from 'vitest';
import { groupedOptions } from '../../src/schema-form/option-schemas.ts';
import { isByLanguage } from '../../src/schema-form/schema-values.ts';
import {
  borrowedText,
  cellsOf,
  languagesOf,
  listRows,
  mainLanguageOf,
  textOptions,
  withCell,
} from '../../src/schema-form/text-cells.ts';

describe('a text by language, as a row', () => {
  it('has a text for all languages under the main one, and stays one until another language gets words', () => {
    expect(cellsOf('Ask us', 'en')).toEqual({ en: 'Ask us' });
    const en = { language: 'en', mainLanguage: 'en' };
    const de = { language: 'de', mainLanguage: 'en' };
    expect(withCell('Ask us', en, 'Ask me')).toBe('Ask me');
    const both = withCell('Ask us', de, 'Fragen Sie uns');
    expect(both).toEqual({ en: 'Ask us', de: 'Fragen Sie uns' });
    expect(withCell(both, de, '')).toBe('Ask us');
    expect(withCell(both, en, '')).toEqual({ de: 'Fragen Sie uns' });
    expect(withCell({ de: 'x' }, de, '')).toBeUndefined();
    expect(withCell(undefined, de, 'x')).toEqual({ de: 'x' });
  });

  it('has the words that visitors of a language without any read', () => {
    expect(borrowedText({ en: 'Ask', de: 'Fragen' }, 'fr')).toBe('Ask');
    expect(borrowedText({ de: 'Fragen', pl: 'Pytaj' }, 'fr')).toBe('Fragen');
    expect(borrowedText({}, 'fr')).toBeUndefined();
  });

  it('reads questions of each shape', () => {
    expect(listRows(undefined)).toEqual([]);
    expect(listRows(['a', { en: 'b' }])).toEqual(['a', { en: 'b' }]);
    expect(listRows({ en: ['a', 'b'], de: ['x'] })).toEqual([{ en: 'a', de: 'x' }, { en: 'b' }]);
  });

  it('knows the languages in use', () => {
    expect(languagesOf(['a', { 'pt-BR': 'b', de: 'c' }, undefined, true], 'en')).toEqual(['en', 'de', 'pt-BR']);
    expect(mainLanguageOf(['a', undefined], 'de')).toBe('de');
    expect(mainLanguageOf(['a', { fr: 'b' }, { fr: 'c', en: 'd' }], 'de')).toBe('en');
    expect(mainLanguageOf([{ fr: 'b' }], 'de')).toBe('fr');
  });
});

it('knows every option that is one text, or texts by language', () => {
  const all = groupedOptions().flatMap(({ options }) => options);
  const texts = all.filter(
    ({ schema: { anyOf = [] } }) => anyOf.some(({ type }) => type === 'string') && anyOf.some(isByLanguage),
  );
  expect(texts.map(({ name }) => name).sort()).toEqual([...textOptions].sort());
});
