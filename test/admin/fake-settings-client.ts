import type { AdminClient, ApiResult } from '../../src/admin/admin-client.ts';
import type { AdminSettings, SavedSettings } from '../../src/protocol/admin/settings.ts';

type SettingsClient = Pick<
  AdminClient,
  'settings' | 'saveSettings' | 'previewSettings' | 'settingsHistory' | 'restoreSettings'
>;

/** The settings of a proxy in memory. It refuses the title "bad". `saveElsewhere` saves as another operator. */
export function fakeSettingsClient(file: Record<string, unknown> = {}): SettingsClient & {
  saveElsewhere(widget: SavedSettings['widget']): void;
} {
  const versions: { widget: SavedSettings['widget']; by: string }[] = [];
  const at = '2026-11-23T17:00:00.000Z';
  const describe = (): AdminSettings => {
    const saved = versions.at(-1);
    const widget = saved?.widget ?? {};
    const forms = { default: { tags: ['website'] } };
    return {
      version: versions.length,
      ...(saved && { at, by: saved.by }),
      applies: { widget: { ...file, ...widget }, forms },
      file: { widget: file, forms },
      saved: { widget, forms: {} },
      sources: {},
      ignored: [],
      warnings: [],
    };
  };
  const issuesOf = (widget: SavedSettings['widget'] = {}) =>
    widget.title === 'bad' ? [{ path: 'widget.title', message: 'must be another text.' }] : [];
  const ok = <T>(value: T): ApiResult<T> => ({ ok: true, value });
  const refuse = (code: string): ApiResult<never> => ({ ok: false, unauthorized: false, message: 'Refused.', code });
  return {
    settings: async () => ok(describe()),
    async saveSettings({ version, widget = {}, by = '' }) {
      if (version !== versions.length) return refuse('changed');
      if (issuesOf(widget).length > 0) return refuse('bad-request');
      versions.push({ widget, by });
      return ok(describe());
    },
    previewSettings: async ({ widget = {} }) =>
      ok({
        issues: issuesOf(widget),
        config: {
          flowId: 'f1000000-0000-4000-8000-000000000001',
          wssUrl: 'wss://chat.example.com',
          form: { name: 'default', fields: [] },
          widget: { ...file, ...widget },
        },
      }),
    settingsHistory: async () =>
      ok({
        versions: versions
          .map(({ by, widget }, index) => {
            const before = versions[index - 1]?.widget ?? {};
            const names = [...new Set([...Object.keys(before), ...Object.keys(widget)])].filter(
              (name) => JSON.stringify(before[name]) !== JSON.stringify(widget[name]),
            );
            const values = names.flatMap((name) => {
              const value = widget[name];
              return value === undefined ? [] : [[`widget.${name}`, value] as const];
            });
            const changed = names.map((name) => `widget.${name}`);
            return { version: index + 1, at, by, changed, values: Object.fromEntries(values) };
          })
          .reverse(),
      }),
    async restoreSettings({ version, current }) {
      if (current !== undefined && current !== versions.length) return refuse('changed');
      versions.push({ widget: versions[version - 1]?.widget ?? {}, by: 'Ada' });
      return ok(describe());
    },
    saveElsewhere(widget) {
      versions.push({ widget, by: 'Grace' });
    },
  };
}
