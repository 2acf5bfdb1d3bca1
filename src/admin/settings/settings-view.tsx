import { useMemo } from 'preact/hooks';
import { type AdminSettings, fileOnlyOptions } from '../../protocol/index.ts';
import { formOptions, groupedOptions } from '../../schema-form/index.ts';
import type { AdminState } from '../admin-state.ts';
import { formatTime } from '../format.ts';
import { HostedChat } from '../hosted-chat.tsx';
import { OperatorNameField } from '../operator-name-field.tsx';
import { FormChoice } from './form-choice.tsx';
import { SettingControl } from './setting-control.tsx';
import { SettingsHistory } from './settings-history.tsx';
import { SettingsPreviewFrame } from './settings-preview-frame.tsx';
import type { SettingsState } from './settings-state.ts';

/** Options that mean something on one page only, or without a proxy. */
const pageOptions = ['target', 'open', 'loadConfig', 'attributes'];

/** What applies on the site, to be changed without a file. */
export function SettingsView({ state }: { state: AdminState }) {
  const { settings } = state;
  const groups = useMemo(widgetGroups, []);
  const formKeys = useMemo(() => formOptions(), []);
  const loaded = settings.loaded.value;
  if (loaded === null) return null;
  const form = settings.form.value;
  return (
    <section class="settings" aria-label="Settings">
      <SettingsBar state={state} loaded={loaded} />
      <Ignored settings={loaded} />
      <Warnings settings={loaded} />
      <Newer settings={settings} />
      <div class="settings-columns">
        <div>
          <form aria-label="Settings of the widget" onSubmit={(event) => event.preventDefault()}>
            {groups.map(({ heading, options }, index) => (
              <details key={heading} open={index === 0}>
                <summary>{heading}</summary>
                {options.map((option) => (
                  <SettingControl key={option.name} settings={settings} option={option} part={{}} />
                ))}
              </details>
            ))}
            <details>
              <summary>Form</summary>
              <FormChoice settings={settings} />
              {formKeys.map((option) => (
                <SettingControl key={`${form} ${option.name}`} settings={settings} option={option} part={{ form }} />
              ))}
            </details>
          </form>
          <HostedChat overview={state.overview.value} />
          <SettingsHistory settings={settings} />
        </div>
        <SettingsPreviewFrame settings={settings} />
      </div>
    </section>
  );
}

function widgetGroups() {
  const isHere = (name: string) => !fileOnlyOptions.includes(name) && !pageOptions.includes(name);
  return groupedOptions()
    .map(({ heading, options }) => ({
      heading,
      options: options.filter(({ name, formKey }) => isHere(name) && formKey === undefined),
    }))
    .filter(({ options }) => options.length > 0);
}

function SettingsBar({ state, loaded }: { state: AdminState; loaded: AdminSettings }) {
  const { settings } = state;
  const isChanged = settings.isChanged.value;
  const isSaving = settings.isSaving.value;
  const problemCount = settings.issues.value.length;
  return (
    <div class="settings-bar">
      <p class="settings-state">
        {isChanged ? <strong>Not saved yet.</strong> : describeVersion(loaded)}
        {isChanged && problemCount > 0 && (
          <span class="error">
            {' '}
            {problemCount === 1 ? '1 setting has' : `${problemCount} settings have`} a problem.
          </span>
        )}
      </p>
      <OperatorNameField state={state} />
      <button type="button" class="quiet" disabled={!isChanged || isSaving} onClick={() => settings.discard()}>
        Discard changes
      </button>
      <button
        type="button"
        class="primary"
        disabled={!isChanged || isSaving}
        onClick={async (event) => {
          const root = event.currentTarget.closest('.settings');
          await settings.save();
          if (settings.isChanged.peek()) showFirstProblem(root);
        }}
      >
        {isSaving ? 'Saving…' : 'Save and apply'}
      </button>
    </div>
  );
}

function showFirstProblem(root: Element | null): void {
  const text = root?.querySelector('.option .problem');
  text?.closest('details')?.setAttribute('open', '');
  const control = text
    ?.closest('.field, fieldset, .option')
    ?.querySelector<HTMLElement>('input, select, textarea, button');
  control?.focus();
}

function describeVersion({ version, at, by }: AdminSettings): string {
  if (at === undefined || by === undefined) return 'The configuration file applies. Nothing is saved here yet.';
  return `Version ${version} applies, saved ${formatTime(at)} by ${by}.`;
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
