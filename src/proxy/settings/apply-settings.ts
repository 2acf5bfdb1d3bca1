import { isOption, listOptionProblems, readOptions } from '../../options/index.ts';
import type { SavedSettings } from '../../protocol/admin/settings.ts';
import { fileOnlyPaths, withoutFileOnly } from '../../protocol/file-only-options.ts';
import type { Issue } from '../../protocol/issue.ts';
import type { ConfigProblem } from '../config/describe-issues.ts';
import { checkForms } from '../config/parse-config.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { largestOf, widgetSizeProblem } from '../config/size-problems.ts';
import { missingFormsOfSome } from '../widget/widget-problems.ts';

/** The part of the configuration that operators can change in the dashboard. */
type Layer = Pick<ProxyConfig, 'widget' | 'forms' | 'names'>;

export type AppliedSettings = Layer & {
  /** What of the saved settings has an effect. */
  effective: SavedSettings;
  /** What has none, because this version of leadchat or the file's other keys do not allow it. */
  ignored: Issue[];
};

export const nothingSaved: SavedSettings = { widget: {}, forms: {} };

/**
 * Lays what was saved over the configuration file. It never fails: the file may have changed since, or the settings may
 * come from a newer leadchat. What is not valid is ignored, an option or a key of a form at a time.
 */
export function applySettings(file: ProxyConfig, saved: SavedSettings): AppliedSettings {
  const { fileOnly, others } = widgetIssues(saved.widget);
  const ignored = [...fileOnly, ...others];
  const broken = new Set(others.map(({ path }) => path.split('.')[1]));
  const fitting = withinSize(file.widget, withoutFileOnly(without(saved.widget, (name) => broken.has(name))));
  const { widget } = fitting;
  ignored.push(...fitting.issues);
  const forms: SavedSettings['forms'] = {};
  const applied: ProxyConfig['forms'] = { ...file.forms };
  for (const [name, keys] of Object.entries(saved.forms)) {
    if (keys === null) continue;
    const usable = usableKeys(file, name, keys);
    ignored.push(...usable.issues);
    if (usable.form === undefined) continue;
    forms[name] = usable.keys;
    applied[name] = usable.form;
  }
  for (const [name, keys] of Object.entries(saved.forms)) {
    if (keys !== null || !Object.hasOwn(applied, name)) continue;
    if (Object.keys(applied).length === 1) {
      ignored.push({ path: `forms.${name}`, message: 'cannot be removed: it is the last form.' });
    } else {
      forms[name] = null;
      delete applied[name];
    }
  }
  const named = saved.names === undefined ? {} : { names: saved.names };
  const names = overlay(file.names, saved.names ?? {});
  const issue = missingFormIssue(overlay(file.widget, widget), applied);
  if (issue === undefined || !Object.hasOwn(file.forms, formNameOf(file.widget))) {
    const effective = { widget, forms, ...named };
    return { widget: overlay(file.widget, widget), forms: applied, names, effective, ignored };
  }
  // The form of most pages is gone: the file's own forms stay.
  const kept = without(widget, (name) => name === 'form');
  return {
    widget: overlay(file.widget, kept),
    forms: { ...file.forms, ...applied },
    names,
    effective: { widget: kept, forms: without(forms, (name) => forms[name] === null), ...named },
    ignored: [...ignored, issue],
  };
}

/** What is wrong with settings that somebody wants to save. */
export function checkSettings(file: ProxyConfig, settings: SavedSettings): Issue[] {
  const applied = applySettings(file, settings);
  // A page that shows a form which is gone shows none. What the file alone gets wrong is no reason to refuse.
  const before = new Set(missingFormsOfSome(file).map(({ path, form }) => `${path} ${form}`));
  const missing = missingFormsOfSome(applied).filter(({ path, form }) => !before.has(`${path} ${form}`));
  return [
    ...applied.ignored,
    ...missing.map(({ path, form }) => ({ path: `widget.${path}`, message: mustName(form, applied.forms) })),
  ];
}

/** `fileOnly`: what only the file may set, at any depth. The option around it applies without it. */
function widgetIssues(widget: SavedSettings['widget']): Record<'fileOnly' | 'others', Issue[]> {
  const set = without(widget, (name) => widget[name] === null);
  const fileOnly = fileOnlyPaths(widget);
  const isReported = (path: string) => fileOnly.some((reported) => `${path}.`.startsWith(`${reported}.`));
  const unknown = Object.keys(widget).filter((name) => widget[name] === null && !isOption(name));
  const problems = listOptionProblems({ proxy: set, attributes: {}, overrides: {} });
  const issue = ({ path, message }: Issue): Issue => ({ path: `widget.${path}`, message });
  return {
    fileOnly: fileOnly.map((path) => issue({ path, message: 'can be set in the configuration file only.' })),
    others: [
      ...unknown.map((path) => issue({ path, message: 'is unknown.' })),
      ...problems.filter(({ path }) => !isReported(path)).map(issue),
    ],
  };
}

/** The saved options that leave the whole small enough for a page: without the largest ones if the file leaves no room for them. */
function withinSize(
  file: ProxyConfig['widget'],
  saved: SavedSettings['widget'],
): { widget: SavedSettings['widget']; issues: Issue[] } {
  const problem = widgetSizeProblem(overlay(file, saved));
  const largest = largestOf(saved);
  if (problem === undefined || largest === '') return { widget: saved, issues: [] };
  const rest = withinSize(
    file,
    without(saved, (name) => name === largest),
  );
  const issue = { path: `widget.${largest}`, message: `makes \`widget\` too large, which ${problem}.` };
  return { widget: rest.widget, issues: [issue, ...rest.issues] };
}

type UsableKeys = { issues: Issue[]; keys: Record<string, SavedValue>; form?: ProxyConfig['forms'][string] };
type SavedValue = SavedSettings['widget'][string];

/** The keys of one form that can be used: all, else those without an issue, else none. */
function usableKeys(file: ProxyConfig, name: string, saved: Record<string, SavedValue>): UsableKeys {
  const base = Object.hasOwn(file.forms, name) ? file.forms[name] : {};
  const check = (keys: Record<string, SavedValue>) => checkForms({ [name]: overlay({ ...base }, keys) }, file.flowId);
  const result = check(saved);
  if (result.ok) return { issues: [], keys: saved, ...formOf(result.forms, name) };
  const issues = issuesOf(result.problems);
  const broken = new Set(result.problems.map(({ path }) => String(path[2])));
  const keys = without(saved, (key) => broken.has(key));
  const rest = check(keys);
  return rest.ok ? { issues, keys, ...formOf(rest.forms, name) } : { issues, keys: {} };
}

function formOf(forms: ProxyConfig['forms'], name: string): Pick<UsableKeys, 'form'> {
  const form = forms[name];
  return form === undefined ? {} : { form };
}

function issuesOf(problems: readonly ConfigProblem[]): Issue[] {
  const issues = problems.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  return issues.filter((issue, index) => issues.findIndex((other) => isSame(issue, other)) === index);
}

function isSame(a: Issue, b: Issue): boolean {
  return a.path === b.path && a.message === b.message;
}

/** A widget whose form is missing could not show one. */
function missingFormIssue(widget: ProxyConfig['widget'], forms: ProxyConfig['forms']): Issue | undefined {
  const form = formNameOf(widget);
  if (Object.hasOwn(forms, form)) return undefined;
  return { path: 'widget.form', message: mustName(form, forms) };
}

function mustName(form: string, forms: ProxyConfig['forms']): string {
  const names = Object.keys(forms).map((name) => `"${name}"`);
  return `must name a form (${names.join(', ')}), got "${form}".`;
}

function formNameOf(widget: ProxyConfig['widget']): string {
  return readOptions({ proxy: widget, attributes: {}, overrides: {} }).options.form;
}

/** `over` wins; its `null` removes a key. */
function overlay<T>(under: Readonly<Record<string, T>>, over: Readonly<Record<string, T | null>>): Record<string, T> {
  const merged: Record<string, T> = { ...under };
  for (const [name, value] of Object.entries(over)) {
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

function without<T>(all: Readonly<Record<string, T>>, isLeftOut: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !isLeftOut(name)));
}
