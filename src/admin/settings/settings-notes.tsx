import type { AdminSettings } from '../../protocol/admin/settings.ts';
import type { SettingsState } from './settings-state.ts';

/** What an operator should know before they change something. */
export function SettingsNotes({ settings, loaded }: { settings: SettingsState; loaded: AdminSettings }) {
  return (
    <>
      <Ignored settings={loaded} />
      <Warnings settings={loaded} />
      <Newer settings={settings} />
    </>
  );
}

/** Saved settings without an effect. */
function Ignored({ settings: { ignored } }: { settings: AdminSettings }) {
  if (ignored.length === 0) return null;
  return (
    <div class="settings-note" role="alert">
      <p>
        This version of leadchat ignores {ignored.length === 1 ? 'a saved setting' : 'some saved settings'}. The next
        save removes {ignored.length === 1 ? 'it' : 'them'}.
      </p>
      <IssueList issues={ignored} />
    </div>
  );
}

/** What the configuration file names, and no form has any more. */
function Warnings({ settings: { warnings } }: { settings: AdminSettings }) {
  if (warnings.length === 0) return null;
  return (
    <div class="settings-note" role="alert">
      <p>Webhooks name fields that no form has. Add the fields again, or change the configuration file.</p>
      <IssueList issues={warnings} />
    </div>
  );
}

function IssueList({ issues }: { issues: AdminSettings['ignored'] }) {
  return (
    <ul>
      {issues.map(({ path, message }) => (
        <li key={path + message}>
          {path !== '' && <code>{path}</code>} {message}
        </li>
      ))}
    </ul>
  );
}

/** Somebody else has saved meanwhile. */
function Newer({ settings }: { settings: SettingsState }) {
  const newer = settings.newer.value;
  if (newer === null) return null;
  return (
    <div class="settings-note" role="alert">
      <p>
        {newer.by ?? 'Somebody'} has saved version {newer.version} meanwhile. Your changes are still here.
      </p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => settings.takeNewer(true)}>
          Add my changes to it
        </button>
        <button type="button" onClick={() => settings.takeNewer(false)}>
          Drop my changes
        </button>
      </div>
    </div>
  );
}
