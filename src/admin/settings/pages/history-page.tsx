import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ConfirmDialog, type PageProps } from '../../../settings/index.ts';
import { readVersions, type Version } from '../history/versions.ts';
import type { SettingsState } from '../settings-state.ts';
import { VersionComparison } from './version-comparison.tsx';

type HistoryPageProps = Pick<PageProps, 'names' | 'goTo'> & { settings: SettingsState };

/** Earlier versions in sentences. Each can be compared with another one, and apply again. */
export function HistoryPage({ settings, names: [first, second], goTo }: HistoryPageProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void settings.loadHistory(), []);
  const history = settings.history.value;
  const loaded = settings.loaded.value;
  /** The version that waits for an answer about changes that are not saved. */
  const asked = useSignal<Version | undefined>(undefined);
  if (history === null || loaded === null) {
    return (
      <section class="card" aria-label="History" aria-busy="true">
        <p class="muted">Loading the versions…</p>
      </section>
    );
  }
  const versions = readVersions(history, loaded.file);
  const restore = (version: Version) => {
    if (settings.isChanged.peek()) asked.value = version;
    else void settings.restore(version.number);
  };
  const waiting = asked.value;
  return (
    <section class="card settings-history" aria-label="History">
      {first === undefined ? (
        <VersionList versions={versions} settings={settings} onRestore={restore} />
      ) : (
        <VersionComparison
          versions={versions}
          chosen={[Number(first), second === undefined ? undefined : Number(second)]}
          isSaving={settings.isSaving.value}
          onChoose={(from, to) => goTo(`/settings/history/${from}/${to}`)}
          onRestore={restore}
        />
      )}
      {waiting !== undefined && (
        <ConfirmDialog
          confirmation={{
            title: 'Drop your changes?',
            text: `Your changes that are not saved yet are lost when ${waiting.name} applies again.`,
            button: 'Drop them and restore',
            isDanger: true,
            onConfirm: () => void settings.restore(waiting.number),
          }}
          onClose={() => {
            asked.value = undefined;
          }}
        />
      )}
    </section>
  );
}

type VersionListProps = {
  versions: readonly Version[];
  settings: SettingsState;
  onRestore: (version: Version) => void;
};

function VersionList({ versions, settings, onRestore }: VersionListProps) {
  return (
    <ol>
      {versions.map((version) => (
        <li key={version.number}>
          <div class="version-story">
            <p>
              {version.by !== undefined && <strong>{version.by}</strong>} {version.story}
            </p>
            {version.headlines.length > 1 && (
              <ul>
                {version.headlines.slice(0, shownLines).map((line) => (
                  <li key={line}>{line}</li>
                ))}
                {version.headlines.length > shownLines && <li>and {version.headlines.length - shownLines} more</li>}
              </ul>
            )}
            <p class="muted">
              {version.about}
              {version.isNewest && (
                <>
                  {' · '}
                  <strong>applies now</strong>
                </>
              )}
            </p>
          </div>
          <div class="actions">
            {versions.length > 1 && (
              <a href={`#/settings/history/${version.number}`} aria-label={`Compare ${version.name}`}>
                Compare
              </a>
            )}
            {!version.isNewest && (
              <button
                type="button"
                disabled={settings.isSaving.value}
                aria-label={`Restore ${version.name}`}
                onClick={() => onRestore(version)}
              >
                Restore
              </button>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

const shownLines = 4;
