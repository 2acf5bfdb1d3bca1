import { describe, expect, it } from 'vitest';
import { formAdvice, optionAdvice } from '../../src/schema-form/advice.ts';

/** The places of the advice: `triggers.0.url`. */
function placesOf(advice: ReturnType<typeof optionAdvice>): string[] {
  return [...advice].flatMap(([name, problems]) => problems.map(({ path }) => [name, ...path].join('.')));
}

describe('advice about valid options', () => {
  it('names what is half filled in', () => {
    const options = {
      askAfter: { answers: 2 },
      away: 'hidden',
      triggers: [{ type: 'url' }, { type: 'exit' }],
      pages: [{ url: '/prices' }, { url: '/blog', title: 'Blog' }],
      experiments: [{ name: 'words', variants: [{ name: 'a' }] }],
    };
    expect(placesOf(optionAdvice(options))).toEqual([
      'askAfter',
      'away',
      'triggers.0.url',
      'pages.0',
      'experiments.0.variants',
    ]);
  });

  it('is silent about what is complete', () => {
    const options = {
      leadForm: 'later',
      askAfter: { answers: 2 },
      hours: { timeZone: 'UTC', open: [] },
      away: 'hidden',
      triggers: [{ type: 'url', url: '/prices' }],
      experiments: [{ name: 'words', variants: [{ name: 'a' }, { name: 'b' }] }],
    };
    expect(placesOf(optionAdvice(options))).toEqual([]);
    expect(placesOf(optionAdvice({}))).toEqual([]);
  });

  it('asks for the label of a field that the widget has no words for', () => {
    const fields = [{ name: 'phone' }, { name: 'pet' }, { name: 'plan', label: 'Plan' }, { name: 'x', type: 'hidden' }];
    expect(placesOf(formAdvice({ fields }))).toEqual(['fields.1.label']);
  });
});
