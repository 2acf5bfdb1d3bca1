import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Clock } from '../../clock.ts';
import type { AdminSettings, SavedSettings, SettingsPreview, SettingsVersion } from '../../protocol/admin/settings.ts';
import {
  createNewEntryIssues,
  createPreviewState,
  type SettingsState as EditedSettings,
  stableComputed,
} from '../../settings/index.ts';
import type { Session } from '../session.ts';
import { isSameSettings, withName, withoutIgnored, withSetting } from './draft.ts';
import { formsOf, removedFormsOf, withForm, withoutForm } from './draft-forms.ts';
import { endOf, experimentNames } from './end-experiment.ts';
import { mergeSettings } from './merge/merge-settings.ts';
import type { Choose } from './merge/sides.ts';

export type SettingsState = Omit<EditedSettings, 'loaded'> & {
  /** Null until loaded. */
  loaded: ReadonlySignal<AdminSettings | null>;
  hasFailed: ReadonlySignal<boolean>;
  isChanged: ReadonlySignal<boolean>;
  /** What is wrong with the draft, and what a page would get. Null until checked. */
  preview: ReadonlySignal<SettingsPreview | null>;
  /** A version of somebody else that is newer than the one that the draft began with. */
  newer: ReadonlySignal<AdminSettings | null>;
  /** Newest first; null until `loadHistory`. */
  history: ReadonlySignal<SettingsVersion[] | null>;
  isSaving: ReadonlySignal<boolean>;
  discard(): void;
  /** Whether the changes that were discarded last can come back. */
  isDiscarded: ReadonlySignal<boolean>;
  undoDiscard(): void;
  save(): Promise<void>;
  /** Takes over the newer version: `keep` with the changes of the draft. `choose`: whose counts where both changed the same. */
  takeNewer(keep: boolean, choose?: Choose): void;
  restore(version: number): Promise<void>;
  /** The names of the experiments that are running. */
  experiments: ReadonlySignal<readonly string[]>;
  /** Ends an experiment, with the options of its winner for everybody or with those that apply without it. */
  endExperiment(experiment: string, winner?: string): Promise<void>;
  load(): Promise<void>;
  /** The versions, from then on also after each save. */
  loadHistory(): Promise<void>;
  clear(): void;
};

export type SettingsStateDeps = { session: Session; operatorName: Signal<string>; clock: Clock };

const empty: SavedSettings = { widget: {}, forms: {} };
const debounceMs = 300;

/** The tab "Settings": what is saved, and what the operator is changing. */
export function createSettingsState({ session, operatorName, clock }: SettingsStateDeps): SettingsState {
  const loaded = signal<AdminSettings | null>(null);
  const hasFailed = signal(false);
  const draft = signal<SavedSettings>(empty);
  const preview = signal<SettingsPreview | null>(null);
  const newer = signal<AdminSettings | null>(null);
  const history = signal<SettingsVersion[] | null>(null);
  const form = signal('default');
  const isSaving = signal(false);
  const base = computed(() => withoutIgnored(loaded.value));
  const forms = stableComputed(() => formsOf(draft.value, loaded.value?.file.forms ?? {}));
  const knownForms = () => ({ file: loaded.value?.file.forms ?? {}, saved: base.value.forms });
  const removedForms = stableComputed(() => removedFormsOf(draft.value, knownForms()));
  const isChanged = computed(() => !isSameSettings(draft.value, base.value));
  const issues = stableComputed(() => (isChanged.value ? (preview.value?.issues ?? []) : []));
  const newEntry = createNewEntryIssues(issues);
  const discarded = signal<{ base: SavedSettings; mine: SavedSettings } | null>(null);
  let cancelCheck = () => {};
  let lastCheck = 0;
  let changeCount = 0;

  const begin = (settings: AdminSettings, next: SavedSettings = withoutIgnored(settings)) => {
    batch(() => {
      newEntry.end();
      loaded.value = settings;
      newer.value = null;
      draft.value = next;
      discarded.value = null;
    });
    showExistingForm();
    void check();
  };
  const showExistingForm = () => {
    const names = forms.peek();
    if (!names.includes(form.peek())) form.value = names[0] ?? 'default';
  };
  const check = async () => {
    const number = ++lastCheck;
    const request = { ...draft.peek(), form: form.peek() };
    const checked = await session.request((client) => client.previewSettings(request));
    if (number === lastCheck && checked !== undefined) preview.value = checked;
  };
  const checkSoon = () => {
    cancelCheck();
    cancelCheck = clock.after(debounceMs, () => void check());
  };
  const loadHistory = async () => {
    const result = await session.request((client) => client.settingsHistory());
    if (result !== undefined) history.value = result.versions;
  };
  /** Only for those who look at it: every version comes with what it changed. */
  const followHistory = async () => {
    if (history.peek() !== null) await loadHistory();
  };
  /** Resolves with the code of the refusal, if it is refused. `next`: the draft to go on with. */
  const change = async (
    send: Parameters<typeof session.request<AdminSettings>>[0],
    notice: string,
    next: (saved: AdminSettings) => SavedSettings = withoutIgnored,
  ): Promise<string | undefined> => {
    session.notice.value = '';
    isSaving.value = true;
    const sent = draft.peek();
    let code: string | undefined;
    const saved = await session.request(async (client) => {
      const result = await send(client);
      if (!result.ok) code = result.code;
      return result;
    });
    isSaving.value = false;
    changeCount++;
    if (saved === undefined) {
      if (code === 'changed') {
        session.notice.value = '';
        await load();
      } else if (code === 'bad-request') session.notice.value = 'Nothing is saved yet: correct the marked settings.';
      return code;
    }
    // What was typed meanwhile is still to be saved.
    begin(saved, mergeSettings({ base: sent, mine: draft.peek(), theirs: next(saved) }, saved.file));
    session.notice.value = notice;
    await followHistory();
    return undefined;
  };
  const load = async () => {
    const number = changeCount;
    const settings = await session.request((client) => client.settings());
    // The response to a change is newer, and says whose it is.
    if (isSaving.peek() || number !== changeCount) return;
    hasFailed.value = settings === undefined && loaded.peek() === null;
    if (settings === undefined) return;
    const known = loaded.peek();
    if (known !== null && known.version === settings.version) return;
    const kept = discarded.peek();
    if (known !== null && isChanged.peek()) newer.value = settings;
    else {
      begin(settings);
      discarded.value = kept;
    }
    await followHistory();
  };

  return {
    ...{
      loaded,
      hasFailed,
      draft,
      isChanged,
      preview,
      newer,
      history,
      form,
      forms,
      removedForms,
      isSaving,
      load,
      loadHistory,
    },
    previewState: createPreviewState(),
    flowId: computed(() => preview.value?.config.flowId),
    issues,
    newEntry,
    chooseForm(name) {
      form.value = name;
      void check();
    },
    addForm(name) {
      batch(() => {
        draft.value = withForm(draft.peek(), knownForms(), name);
        form.value = name;
      });
      void check();
    },
    removeForm(name) {
      if (forms.peek().length < 2) return;
      batch(() => {
        draft.value = withoutForm(draft.peek(), loaded.peek()?.file.forms ?? {}, name);
        showExistingForm();
      });
      void check();
    },
    set(part, key, value) {
      const settings = loaded.peek();
      if (settings === null) return;
      draft.value = withSetting(draft.peek(), settings.file, { ...part, key, value });
      checkSoon();
    },
    setName(id, name) {
      const settings = loaded.peek();
      if (settings !== null) draft.value = withName(draft.peek(), settings.file, id, name);
      checkSoon();
    },
    discard() {
      const settings = newer.peek() ?? loaded.peek();
      if (settings === null || !isChanged.peek()) return;
      const left = { base: base.peek(), mine: draft.peek() };
      begin(settings);
      discarded.value = left;
    },
    isDiscarded: computed(() => discarded.value !== null && !isChanged.value),
    undoDiscard() {
      const [settings, left] = [loaded.peek(), discarded.peek()];
      if (settings === null || left === null) return;
      begin(settings, mergeSettings({ ...left, theirs: withoutIgnored(settings) }, settings.file));
    },
    async save() {
      newEntry.end();
      const version = loaded.peek()?.version ?? 0;
      const request = { version, ...draft.peek(), by: operatorName.peek() };
      await change((client) => client.saveSettings(request), 'Saved. It is on your site within five seconds.');
    },
    takeNewer(keep, choose) {
      const settings = newer.peek();
      if (settings === null) return;
      const sides = { base: base.peek(), mine: draft.peek(), theirs: withoutIgnored(settings) };
      begin(settings, keep ? mergeSettings(sides, settings.file, choose) : undefined);
    },
    async restore(version) {
      const current = loaded.peek()?.version ?? 0;
      const notice = version === 0 ? 'The configuration file applies again.' : `Version ${version} applies again.`;
      const code = await change(
        (client) => client.restoreSettings({ version, current, by: operatorName.peek() }),
        notice,
      );
      if (code === 'changed') {
        session.notice.value = 'Somebody has saved other settings meanwhile, so nothing is restored yet.';
      }
    },
    experiments: computed(() => (loaded.value === null ? [] : experimentNames(loaded.value))),
    async endExperiment(experiment, winner) {
      const settings = loaded.peek();
      const end = settings === null ? undefined : endOf(settings, experiment, winner);
      if (settings === null || end === undefined) return;
      const [from, to] = [base.peek(), draft.peek()];
      const request = { version: settings.version, ...end.saved, by: operatorName.peek() };
      const isOver = `The experiment “${experiment}” has ended`;
      const code = await change(
        (client) => client.saveSettings(request),
        winner === undefined ? `${isOver}.` : `${isOver}, and everybody gets “${winner}”.`,
        (saved) => {
          const next = mergeSettings({ base: from, mine: to, theirs: withoutIgnored(saved) }, saved.file);
          // Changes of its list or its pages that are not saved yet have it still.
          return endOf({ ...saved, saved: next, ignored: [] }, experiment, winner)?.saved ?? next;
        },
      );
      if (code === 'changed') {
        session.notice.value = 'Somebody has changed the settings meanwhile. Look at the experiment again.';
      }
    },
    clear() {
      cancelCheck();
      lastCheck++;
      batch(() => {
        loaded.value = null;
        newer.value = null;
        discarded.value = null;
        history.value = null;
        preview.value = null;
        draft.value = empty;
      });
    },
  };
}
