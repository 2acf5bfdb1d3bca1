import { expect, it } from 'vitest';
import { parseConfig } from '../../../src/proxy/config/parse-config.ts';

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));

function issuesOf(field: object, more: object = {}): string[] {
  const service = {
    baseUrl: 'https://x.example/v1',
    hooksUrl: 'https://x.example',
    wssUrl: 'wss://x.example',
    apiKey: 'k',
  };
  const result = parseConfig({
    service,
    flowId: 'f1000000-0000-4000-8000-000000000001',
    origins: ['https://www.example.com'],
    forms: { default: { fields: [{ name: 'it', ...field }], ...more } },
  });
  return result.ok ? [] : result.issues.map((issue) => issue.replace('`forms.default.fields.0.', '`'));
}

it.each<[field: object, problem: RegExp | undefined]>([
  [{ type: 'radio' }, /^`options` is missing: a field of the type radio needs options/],
  [{ type: 'checkboxes' }, /^`options` is missing: a field of the type checkboxes/],
  [{ type: 'checkboxes', options, minChoices: 2, maxChoices: 3 }, undefined],
  [{ type: 'checkboxes', options, minChoices: 4 }, /^`minChoices` is more than the visitor can choose, which is 3/],
  [
    { type: 'checkboxes', options, minChoices: 2, maxChoices: 1 },
    /^`minChoices` is more than the visitor can choose, which is 1/,
  ],
  [
    { type: 'checkboxes', options: [{ value: 'Berlin, Germany', label: 'x' }] },
    /^`options\.0\.value` must have no comma/,
  ],
  [{ type: 'radio', options: [{ value: 'Berlin, Germany', label: 'x' }] }, undefined],
  [{ type: 'select', options, maxChoices: 2 }, /^`maxChoices` is only for fields of the type checkboxes/],
  [{ type: 'date', min: 'today', max: 'today+30' }, undefined],
  [{ type: 'date', min: '2026-02-30' }, /^`min` must be a date such as 2026-12-24, or today/],
  [{ type: 'date', min: 'tomorrow' }, /^`min` must be a date/],
  [{ type: 'date', max: 5 }, /^`max` must be a date/],
  [{ type: 'date', min: '2026-12-24', max: '2026-12-01' }, /^`max` is below `min`, 2026-12-24/],
  [{ type: 'date', min: 'today+7', max: 'today' }, /^`max` is below `min`, today\+7/],
  [{ type: 'date', min: 'today', max: 'today-1' }, /^`max` is below `min`, today/],
  [{ type: 'date', min: 'today-3', max: 'today-10' }, /^`max` is below `min`, today-3/],
  [{ type: 'date', min: 'today-10', max: 'today+2' }, undefined],
  [{ type: 'date', min: 'today+9', max: 'today+10' }, undefined],
  [{ type: 'date', min: 'today+9', max: 'today+9' }, undefined],
  [{ type: 'date', min: 'today', max: '2020-01-01' }, undefined],
  [{ type: 'number', min: 1, max: 10, step: 0.5 }, undefined],
  [{ type: 'number', min: 'today' }, /^`min` must be a number/],
  [{ type: 'number', min: 10, max: 1 }, /^`max` is below `min`, 10/],
  [{ type: 'number', step: 0 }, /^`step` /],
  [{ type: 'text', min: 1 }, /^`min` is only for fields of the type number and date/],
  [{ type: 'date', step: 7 }, /^`step` is only for fields of the type number/],
])('checks the keys of %j by the type of the field', (field, problem) => {
  const issues = issuesOf(field);
  if (problem === undefined) expect(issues).toEqual([]);
  else expect(issues).toEqual([expect.stringMatching(problem)]);
});

it.each<[steps: unknown, problem: RegExp | undefined]>([
  [[{ fields: ['it'] }, { title: { en: 'You', de: 'Sie' }, fields: ['phone'] }], undefined],
  [[{ fields: ['phone', 'it'] }], undefined],
  [
    [{ fields: ['it', 'email'] }],
    /^`forms\.default\.steps\.0\.fields\.1` is not a field of this form; its fields are phone, it/,
  ],
  [[{ fields: ['it'] }, { fields: ['phone', 'it'] }], /^`forms\.default\.steps\.1\.fields\.1` is in a step already/],
  [[], /^`forms\.default\.steps` /],
])('checks the steps %j', (steps, problem) => {
  const issues = issuesOf({}, { steps });
  if (problem === undefined) expect(issues).toEqual([]);
  else expect(issues).toEqual([expect.stringMatching(problem)]);
});
