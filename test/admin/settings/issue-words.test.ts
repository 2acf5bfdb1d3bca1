import { expect, it } from 'vitest';
import { issueInWords } from '../../../src/admin/settings/issue-words.ts';

const saved = {
  widget: {
    greeting: { de: 5 },
    pages: [{ url: '^/prices', title: 5 }],
    experiments: [{ name: 'words', variants: [{ name: 'short', greeting: 5 }] }],
    triggers: [{ type: 'delay', seconds: 'x', text: 'Questions?' }],
  },
  forms: { prices: { fields: [{ name: 'phone' }, { name: 'size', label: 5 }], routes: [{ when: {} }] } },
};

it.each([
  ['widget.greeting.de', 'must be a text.', 'The greeting in German must be a text.'],
  ['widget.pages.0.title', 'must be a text.', 'The title on pages that begin with /prices must be a text.'],
  [
    'widget.experiments.0.variants.0.greeting',
    'must be a text.',
    'The greeting in the variant “short” of the experiment “words” must be a text.',
  ],
  ['widget.gone', 'is unknown.', '“Gone” is unknown.'],
  [
    'forms.prices',
    'cannot be removed: it is the last form.',
    'The form “prices” cannot be removed: it is the last form.',
  ],
  [
    'forms.prices.fields.1.label',
    'must be a text.',
    'The words of the question “Size” of the form “prices” must be a text.',
  ],
  ['forms.prices.routes.0.when', 'must name a field.', 'The route 1 of the form “prices” must name a field.'],
  ['names.x', 'must be a text.', 'The name of a journey or an agent must be a text.'],
  [
    'webhooks.0.format.text',
    'of the receiver crm contains {budget}.',
    'The message of the receiver crm contains {budget}.',
  ],
  ['', 'Version 3 of the saved settings cannot be read.', 'Version 3 of the saved settings cannot be read.'],
])('says %s as a sentence', (path, message, sentence) => {
  expect(issueInWords({ path, message }, saved)).toBe(sentence);
});
