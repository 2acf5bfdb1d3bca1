import { describe, expect, it } from 'vitest';
import { savedVersions } from '../../../src/admin/settings/history/version-states.ts';
import { readVersions } from '../../../src/admin/settings/history/versions.ts';
import type { SettingsVersion } from '../../../src/protocol/admin/settings.ts';

function version(
  number: number,
  values: SettingsVersion['values'],
  more: Partial<SettingsVersion> = {},
): SettingsVersion {
  return { version: number, at: '2026-11-23T17:00:00Z', by: 'Ada', changed: Object.keys(values), values, ...more };
}

const file = { widget: { title: 'File' }, forms: { default: { tags: ['website'] } } };

describe('the versions of settings', () => {
  it('save what all changes until then have left', () => {
    const states = savedVersions([
      version(4, { 'forms.default': null }, { changed: ['forms.default.tags', 'forms.default'] }),
      version(3, {}, { changed: ['widget.title', 'forms.sales.tags'] }),
      version(2, { 'forms.sales.tags': ['b'], 'forms.sales.steps': [] }),
      version(1, { 'widget.title': 'Mine', 'forms.default.tags': ['a'] }),
    ]);
    expect(states.get(0)).toEqual({ widget: {}, forms: {} });
    expect(states.get(2)).toEqual({
      widget: { title: 'Mine' },
      forms: { default: { tags: ['a'] }, sales: { tags: ['b'], steps: [] } },
    });
    expect(states.get(3)).toEqual({ widget: {}, forms: { default: { tags: ['a'] }, sales: { steps: [] } } });
    expect(states.get(4)).toEqual({ widget: {}, forms: { default: null, sales: { steps: [] } } });
  });

  it('tell what was changed on the site, by whom', () => {
    const stories = readVersions(
      [
        version(5, {}, { by: '192.0.2.7', changed: ['widget.title'] }),
        version(4, { 'widget.title': 'File' }, { restored: 2 }),
        version(3, { 'widget.title': 'Mine', 'widget.color': 'red' }),
        version(2, { 'widget.title': 'File' }),
      ],
      file,
    ).map(({ by, story, headlines }) => [by, story, headlines]);
    expect(stories).toEqual([
      // What is saved was the same as in the file.
      ['Somebody at 192.0.2.7', 'saved, without a change that visitors see', []],
      ['Ada', 'restored version 2', ['changed the title']],
      ['Ada', 'made 2 changes', ['changed the title', 'changed the color']],
      ['Ada', 'saved the oldest version that is kept', []],
      [undefined, 'The configuration file alone', []],
    ]);
  });
});
