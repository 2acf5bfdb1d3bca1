import { useSignal } from '@preact/signals';
import { type ComponentType, h } from 'preact';
import { useEffect } from 'preact/hooks';
import type { AdminState } from '../admin-state.ts';

/** The tab "Settings". Its controls come with the schemas of all options, which the other tabs do without. */
export function SettingsSection({ state }: { state: AdminState }) {
  const view = useSignal<ComponentType<{ state: AdminState }> | null>(null);
  const hasFailed = useSignal(false);
  useEffect(() => {
    import('./settings-view.tsx').then(
      ({ SettingsView }) => {
        view.value = SettingsView;
      },
      () => {
        hasFailed.value = true;
      },
    );
  }, [view, hasFailed]);
  const { loaded, hasFailed: hasNoSettings } = state.settings;
  if (hasFailed.value) {
    return (
      <section class="card settings-empty" aria-label="Settings">
        <p>The settings could not be loaded. leadchat may have been updated since you opened this page.</p>
        <button type="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      </section>
    );
  }
  if (hasNoSettings.value) {
    return (
      <section class="card settings-empty" aria-label="Settings">
        <p>The settings could not be loaded.</p>
        <button type="button" onClick={() => void state.settings.load()}>
          Try again
        </button>
      </section>
    );
  }
  if (view.value === null || loaded.value === null) {
    return (
      <section class="card settings-empty" aria-label="Settings" aria-busy="true">
        <p class="muted">Loading settings…</p>
      </section>
    );
  }
  return h(view.value, { state });
}
