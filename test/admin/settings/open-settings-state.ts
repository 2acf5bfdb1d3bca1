import { signal } from '@preact/signals';
import type { AdminClient, ApiResult } from '../../../src/admin/admin-client.ts';
import type { Session } from '../../../src/admin/session.ts';
import { createSettingsState, type SettingsState } from '../../../src/admin/settings/settings-state.ts';
import type { SavedSettings } from '../../../src/protocol/admin/settings.ts';
import type { ProxyConfigInput } from '../../../src/proxy/config/schema.ts';
import { checkSettings } from '../../../src/proxy/settings/apply-settings.ts';
import { describeSettings } from '../../../src/proxy/settings/describe-settings.ts';
import { createLiveConfig } from '../../../src/proxy/settings/live-config.ts';
import { configOf } from '../../proxy/support/harness.ts';
import { fakeSettingsClient } from '../fake-settings-client.ts';

/** The settings of a proxy with this file and what is `saved`, which the proxy's own check looks at at once. */
export async function openSettingsState(
  config: Partial<ProxyConfigInput>,
  saved?: SavedSettings,
): Promise<SettingsState> {
  const file = configOf(config);
  const live = createLiveConfig(file);
  if (saved !== undefined) live.setSaved({ version: 1, at: 0, by: 'Grace', settings: saved });
  const ok = <Value>(value: Value): ApiResult<Value> => ({ ok: true, value });
  const fake = fakeSettingsClient();
  const client: Partial<AdminClient> = {
    ...fake,
    settings: async () => ok(describeSettings(live)),
    async previewSettings({ widget = {}, forms = {}, ...request }) {
      const preview = await fake.previewSettings(request);
      return preview.ok ? ok({ ...preview.value, issues: checkSettings(file, { widget, forms }) }) : preview;
    },
  };
  // The other methods are not called here.
  const whole: AdminClient = Object.assign(Object.create(null), client);
  const session: Session = {
    status: signal('signed-in' as const),
    notice: signal(''),
    signIn: async () => {},
    signOut: () => {},
    async request(send) {
      const result = await send(whole);
      return result.ok ? result.value : undefined;
    },
  };
  const clock = {
    now: () => 0,
    after(_: number, task: () => void) {
      queueMicrotask(task);
      return () => {};
    },
  };
  const state = createSettingsState({ session, operatorName: signal('Ada'), clock });
  await state.load();
  return state;
}
