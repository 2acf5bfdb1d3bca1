import { describe, expect, it } from 'vitest';
import { applySettings, checkSettings } from '../../../src/proxy/settings/apply-settings.ts';
import { configOf } from '../support/harness.ts';
import { issuesOf } from '../support/usable-config.ts';

/** 40 texts of at most 500 characters: within the limit of `texts`. */
const texts = Object.fromEntries(
  ['startChat', 'openChat', 'closeChat', 'send', 'unavailable', 'tryAgain', 'newConversation', 'ended'].map((key) => [
    key,
    Object.fromEntries(['en', 'de', 'fr', 'es'].map((language) => [language, 'x'.repeat(480)])),
  ]),
);
const entries = (count: number) => Array.from({ length: count }, (_, index) => ({ url: `/page-${index}`, texts }));

describe('what every page loads', () => {
  it.each([
    [
      'texts in each entry of pages',
      { widget: { title: 'Ada', pages: entries(50) } },
      /^`widget` must have at most 64 kB as JSON, because every page loads it; it has \d{3}(\.\d)? kB, of which `pages` has \d{3}(\.\d)? kB, in 50 entries; look at `pages\.\d+\.texts` first\.$/,
    ],
    [
      'texts in each variant',
      {
        widget: {
          experiments: [{ name: 'words', variants: entries(10).map(({ texts }, n) => ({ name: `v${n}`, texts })) }],
        },
      },
      /of which `experiments` has \d+(\.\d)? kB, in 1 entry; look at `experiments\.0\.variants` first\.$/,
    ],
    [
      'a frame for messages',
      { widget: { messageFrame: { say: '{text}', more: 'x'.repeat(70_000) } } },
      /of which `messageFrame` has 70 kB\.$/,
    ],
    [
      'a token',
      { widget: { userToken: 'ü'.repeat(40_000), title: 'Ada' } },
      /it has 80 kB, of which `userToken` has 80 kB\.$/,
    ],
    [
      "a form's options",
      {
        forms: {
          default: {
            fields: [
              {
                name: 'topic',
                type: 'select',
                options: Array.from({ length: 50 }, (_, index) => ({
                  value: `v${index}`,
                  label: Object.fromEntries(
                    ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'].map((language) => [language, 'x'.repeat(190)]),
                  ),
                })),
              },
            ],
          },
        },
      },
      /^`forms\.default\.fields` must have at most 64 kB as JSON, because every page loads it; `fields` and `consent` together have \d+(\.\d)? kB, of which `fields` has/,
    ],
  ])('has a limit, which names its size and the largest part: %s', (_, keys, message) => {
    expect(issuesOf(keys)).toEqual([expect.stringMatching(message)]);
  });

  it('may be as large as the texts of one page, in several languages', () => {
    expect(issuesOf({ widget: { texts, pages: entries(2) } })).toEqual([]);
  });

  it('has the same limit in settings that lie over the file, which apply without the largest', () => {
    const file = configOf({ widget: { title: 'Ada', pages: entries(3) } });
    const settings = {
      widget: { greeting: 'Hello', texts, experiments: [{ name: 'w', variants: [{ name: 'a', texts }] }] },
      forms: {},
    };
    expect(checkSettings(file, settings)).toEqual([
      {
        path: 'widget.experiments',
        message: expect.stringMatching(
          /^makes `widget` too large, which must have at most 64 kB as JSON, because every page loads it; it has \d+(\.\d)? kB, of which `pages` has \d+(\.\d)? kB, in 3 entries; look at `pages\.0\.texts` first\.$/,
        ),
      },
    ]);
    const applied = applySettings(file, settings);
    expect(Object.keys(applied.widget)).toEqual(['title', 'pages', 'greeting', 'texts']);
    expect(applied.effective.widget).toEqual({ greeting: 'Hello', texts });
  });

  it('has the same limit in the forms of settings', () => {
    const options = Array.from({ length: 50 }, (_, index) => ({
      value: `v${index}`,
      label: { en: 'x'.repeat(200), de: 'y'.repeat(200) },
    }));
    const fields = Array.from({ length: 4 }, (_, index) => ({ name: `topic_${index}`, type: 'select', options }));
    const file = configOf({});
    const settings = { widget: {}, forms: { default: { fields, tags: ['stays'] } } };
    expect(checkSettings(file, settings).map(({ path }) => path)).toEqual(['forms.default.fields']);
    expect(applySettings(file, settings).forms.default?.tags).toEqual(['stays']);
  });
});
