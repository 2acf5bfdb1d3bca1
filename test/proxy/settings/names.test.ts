import { describe, expect, it } from 'vitest';
import { savedSettings } from '../../../src/protocol/admin/settings.ts';
import { changedKeys, describeSettings, savedValues } from '../../../src/proxy/settings/describe-settings.ts';
import { createLiveConfig } from '../../../src/proxy/settings/live-config.ts';
import { configOf, ids } from '../support/harness.ts';

const file = configOf({ names: { [ids.journey]: 'First visit', [ids.agent]: 'Mia' } });
const other = 'a3000000-0000-4000-8000-000000000003';
const settings = {
  widget: {},
  forms: {},
  names: { [ids.journey]: 'Check-up', [ids.agent]: null, [other]: 'Enterprise' },
};

describe('the names of journeys and agents', () => {
  it('are those of the file, with the saved ones over them', () => {
    const live = createLiveConfig(file);
    live.setSaved({ version: 1, at: 0, by: 'Ada', settings });
    expect(live.config.value.names).toEqual({ [ids.journey]: 'Check-up', [other]: 'Enterprise' });
    const { applies, file: fromFile, sources } = describeSettings(live);
    expect(applies.names).toEqual(live.config.value.names);
    expect(fromFile.names).toEqual(file.names);
    expect(sources).toMatchObject({ [`names.${ids.journey}`]: 'saved', [`names.${other}`]: 'saved' });
  });

  it('are a change that the history knows', () => {
    const before = { widget: {}, forms: {} };
    const keys = changedKeys(before, settings);
    expect(keys.toSorted()).toEqual(
      Object.keys(settings.names)
        .map((id) => `names.${id}`)
        .toSorted(),
    );
    expect(savedValues(settings, keys)).toEqual(
      Object.fromEntries(Object.entries(settings.names).map(([id, name]) => [`names.${id}`, name])),
    );
    expect(changedKeys(settings, { ...settings })).toEqual([]);
  });

  it('are read again with the file', () => {
    const live = createLiveConfig(file);
    const next = configOf({ names: { [other]: 'Enterprise' } });
    expect(live.setFile(next)).toEqual({ applied: ['names'], needRestart: [] });
    expect(live.config.value.names).toEqual({ [other]: 'Enterprise' });
  });

  it.each([
    ['an ID that is none', { Enterprise: 'Enterprise' }],
    ['a name that says nothing', { [other]: '  ' }],
    ['a name that is a story', { [other]: 'x'.repeat(61) }],
  ])('are not saved with %s', (_, names) => {
    expect(savedSettings.safeParse({ widget: {}, forms: {}, names }).success).toBe(false);
  });
});
