import { expect, it } from 'vitest';
import type { JsonSchema } from '../../src/schema-form/index.ts';
import { hasObject, nameOf, withoutLanguages } from '../../src/schema-form/schema-values.ts';

const text: JsonSchema = { type: 'string' };
const byLanguage: JsonSchema = {
  type: 'object',
  additionalProperties: text,
  propertyNames: { examples: ['en'] },
};

it('offers no languages within one language', () => {
  const list: JsonSchema = { type: 'array', items: { anyOf: [text, byLanguage] } };
  expect(withoutLanguages({ anyOf: [text, byLanguage] })).toEqual(text);
  expect(withoutLanguages({ anyOf: [list, byLanguage] })).toEqual({ type: 'array', items: text });
  expect(withoutLanguages(text)).toEqual(text);
  expect([hasObject('a'), hasObject(['a']), hasObject(null), hasObject([{ en: 'a' }])]).toEqual([
    ...[false, false, false, true],
  ]);
});

it('names the shapes of a value in words', () => {
  const plural: JsonSchema = { type: 'object', properties: { one: text, other: text } };
  const offset: JsonSchema = { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } };
  const yesOrNo: JsonSchema = { type: 'boolean' };
  expect([text, byLanguage, plural, offset, yesOrNo].map(nameOf)).toEqual([
    ...['one text', 'one per language', 'depends on a number', 'x and y', 'yes or no'],
  ]);
});
