import { formatTime } from '../format.ts';
import type { SettingsState } from './settings-state.ts';

/** Earlier versions, each of which can apply again. */
export function SettingsHistory({ settings }: { settings: SettingsState }) {
  const history = settings.history.value;
  const newest = history?.[0];
  const isSaving = settings.isSaving.value;
  if (history === null || newest === undefined) return null;
  return (
    <section class="card settings-history" aria-label="History">
      <ol>
        {history.map(({ version, at, by, restored, changed }) => (
          <li key={version}>
            <p>
              <strong>Version {version}</strong>
              {version === newest.version && ' · applies'}
            </p>
            <p class="muted">
              {formatTime(at)}, {by}
              {restored !== undefined && ` · ${restored === 0 ? 'back to the file' : `version ${restored} again`}`}
            </p>
            <p class="meta">{changed.length === 0 ? 'No change' : changed.join(', ')}</p>
            {version !== newest.version && (
              <button
                type="button"
                disabled={isSaving}
                aria-label={`Restore version ${version}`}
                onClick={() => void settings.restore(version)}
              >
                Restore
              </button>
            )}
          </li>
        ))}
        <li>
          <p>
            <strong>Configuration file</strong>
          </p>
          <p class="muted">Nothing saved here</p>
          <button
            type="button"
            disabled={isSaving}
            aria-label="Restore the configuration file"
            onClick={() => void settings.restore(0)}
          >
            Restore
          </button>
        </li>
      </ol>
    </section>
  );
}
