import * as z from 'zod/mini';
import type { SavedSettings } from '../../protocol/admin/settings.ts';
import type { Issue } from '../../protocol/issue.ts';
import type { JsonObject, Problem } from '../../schema-form/index.ts';
import { objectOf } from '../../settings/index.ts';
import { groupProblems, optionProblems } from './configuration.ts';

const checkedForm = z.object({ issues: z.array(z.string()) });

/** What the widget would report about its options, and a proxy about the forms. Of these nothing if the demo's server does not respond. */
export async function checkDraft({ widget, forms }: SavedSettings, signal: AbortSignal): Promise<Issue[]> {
  const checked = Object.entries(forms).map(async ([name, values]) => {
    const form = objectOf(values);
    const found = Object.keys(form).length === 0 ? [] : await checkForm(form, signal).catch(() => []);
    return issuesOf(groupProblems(found), `forms.${name}`);
  });
  return [...issuesOf(optionProblems(objectOf(widget)), 'widget'), ...(await Promise.all(checked)).flat()];
}

/** With the paths that a proxy's issues have: `widget.title`, `forms.default.fields.0.name`. */
function issuesOf(problems: ReadonlyMap<string, readonly Problem[]>, part: string): Issue[] {
  return [...problems].flatMap(([key, found]) =>
    found.map(({ path, message }) => ({ path: [part, key, ...path].join('.'), message })),
  );
}

async function checkForm(form: JsonObject, signal: AbortSignal): Promise<string[]> {
  const response = await fetch('/demo/form-check', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
    signal,
  });
  return response.ok ? checkedForm.parse(await response.json()).issues : [];
}
