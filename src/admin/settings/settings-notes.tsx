import type { AdminSettings } from '../../protocol/admin/settings.ts';
import { issueInWords } from './issue-words.ts';
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
function Ignored({ settings: { ignored, saved } }: { settings: AdminSettings }) {
  if (ignored.length === 0) return null;
  return (
    <div class="settings-note" role="alert">
      <p>
        This version of leadchat ignores {ignored.length === 1 ? 'a saved setting' : 'some saved settings'}. The next
        save removes {ignored.length === 1 ? 'it' : 'them'}.
      </p>
      <IssueList issues={ignored} saved={saved} />
    </div>
  );
}

/** What the configuration file names, and no form has any more. */
function Warnings({ settings: { warnings, saved } }: { settings: AdminSettings }) {
  if (warnings.length === 0) return null;
  return (
    <div class="settings-note" role="alert">
      <p>
        Messages to your team name answers that no form asks for. Add the questions again, or change the configuration
        file.
      </p>
      <IssueList issues={warnings} saved={saved} />
    </div>
  );
}

function IssueList({ issues, saved }: { issues: AdminSettings['ignored']; saved: AdminSettings['saved'] }) {
  return (
    <ul>
      {issues.map((issue) => (
        <li key={issue.path + issue.message}>{issueInWords(issue, saved)}</li>
      ))}
    </ul>
  );
}
