import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { SavedSettings } from '../../protocol/admin/settings.ts';
import type { Issue } from '../../protocol/issue.ts';
import { createNewEntryIssues, createPreviewState, objectOf, type SettingsState } from '../../settings/index.ts';
import { type Configuration, defaultForm, knownValues, mainForm } from './configuration.ts';

export type ConfiguratorState = SettingsState & {
  /** What the link, the code, the preview and the file have. */
  configuration: ReadonlySignal<Configuration>;
  /** Takes over a whole configuration: of a link, a file, or an empty one. */
  open(configuration: Configuration): void;
};

export type ConfiguratorDeps = {
  configuration: Configuration;
  /** What the widget and a proxy would report. Once `signal` aborts, nobody waits for it. */
  check(draft: SavedSettings, signal: AbortSignal): Promise<Issue[]>;
};

const noLayer = { widget: {}, forms: { [defaultForm]: {} } };

/** The choices are checked this long after the last change. */
const debounceMs = 300;

/** The settings of the configurator: no proxy has them, so nothing lies below them. */
export function createConfiguratorState({ configuration, check }: ConfiguratorDeps): ConfiguratorState {
  const draft = signal<SavedSettings>(draftOf(configuration));
  const issues = signal<readonly Issue[]>([]);
  const form = signal(mainForm(draft.peek().widget));
  const removed = signal<Readonly<Record<string, SavedSettings['forms'][string]>>>({});
  const forms = computed(() => [...new Set([mainForm(draft.value.widget), ...Object.keys(draft.value.forms)])]);
  let abort = new AbortController();

  const checkNow = async (aborted: AbortSignal) => {
    const found = await check(draft.peek(), aborted);
    if (!aborted.aborted) issues.value = found;
  };
  const change = (next: SavedSettings, delayMs = debounceMs) => {
    draft.value = next;
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    const timer = setTimeout(() => void checkNow(signal), delayMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  };
  const changeForms = (next: SavedSettings['forms']) => change({ ...draft.peek(), forms: next });
  change(draft.peek(), 0);

  return {
    loaded: signal({ file: noLayer, applies: noLayer }),
    draft,
    issues,
    newEntry: createNewEntryIssues(issues),
    previewState: createPreviewState(),
    flowId: computed(() => {
      const { flowId } = objectOf(draft.value.widget);
      return typeof flowId === 'string' ? flowId : undefined;
    }),
    form,
    forms,
    removedForms: computed(() => Object.keys(removed.value).filter((name) => !forms.value.includes(name))),
    configuration: computed(() => configurationOf(draft.value)),
    open(next) {
      batch(() => {
        change(draftOf(next), 0);
        removed.value = {};
        form.value = mainForm(draft.peek().widget);
      });
    },
    chooseForm(name) {
      form.value = name;
    },
    addForm(name) {
      batch(() => {
        changeForms({ ...draft.peek().forms, [name]: removed.peek()[name] ?? {} });
        form.value = name;
      });
    },
    removeForm(name) {
      if (forms.peek().length < 2) return;
      const { widget, forms: known } = draft.peek();
      const { [name]: gone = {}, ...others } = known;
      batch(() => {
        removed.value = { ...removed.peek(), [name]: gone };
        // The widget shows the first form instead.
        const isShown = mainForm(draft.peek().widget) === name;
        change({ ...draft.peek(), widget: isShown ? withKey(widget, 'form', undefined) : widget, forms: others });
        if (form.peek() === name) form.value = forms.peek().find((other) => other !== name) ?? defaultForm;
      });
    },
    set(part, key, value) {
      const { widget, forms: known } = draft.peek();
      if (part.form === undefined) change({ ...draft.peek(), widget: withKey(widget, key, value) });
      else changeForms({ ...known, [part.form]: withKey(known[part.form] ?? {}, key, value) });
    },
    setName(id, name) {
      const { [id]: _, ...names } = draft.peek().names ?? {};
      change({ ...draft.peek(), names: name === undefined ? names : { ...names, [id]: name } });
    },
  };
}

function draftOf({ options, form, forms = {}, names }: Configuration): SavedSettings {
  return { widget: options, forms: { [mainForm(options)]: form, ...forms }, ...(names && { names: textsOf(names) }) };
}

function configurationOf({ widget, forms, names }: SavedSettings): Configuration {
  const options = objectOf(widget);
  const main = mainForm(options);
  const others = Object.entries(forms)
    .map(([name, values]) => [name, knownValues('form', objectOf(values))] as const)
    // Every proxy has the form without a name of its own.
    .filter(([name, values]) => name !== main && (name !== defaultForm || Object.keys(values).length > 0));
  return {
    options: knownValues('options', options),
    form: knownValues('form', objectOf(forms[main])),
    ...(others.length > 0 && { forms: Object.fromEntries(others) }),
    ...(names !== undefined && Object.keys(names).length > 0 && { names: objectOf(names) }),
  };
}

function textsOf(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'));
}

/** Nothing lies below, so null is as if nobody had set it. */
function withKey(values: SavedSettings['widget'], key: string, value: SavedSettings['widget'][string] | undefined) {
  const { [key]: _, ...others } = values;
  return value === undefined || value === null ? others : { ...values, [key]: value };
}
