import type { AdminSettings } from '../../protocol/admin/settings.ts';
import { NewerNote } from './newer-note.tsx';
import type { SettingsState } from './settings-state.ts';

/** What an operator should know before they change something. */
export function SettingsNotes({ settings, loaded }: { settings: SettingsState; loaded: AdminSettings }) {
  return (
    <>
      <Ignored settings={loaded} />
      <Warnings settings={loaded} />
      <NewerNote settings={settings} />
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
