import { pageOfOption } from './settings-pages.ts';
import type { SettingsState } from './settings-state.ts';

/** The parts of a page that are about one setting. */
const settingParts = '.holiday, td, .field, .option, .task-field, .week, .question-line, fieldset';

/** Where a problem is: the page that draws its setting, and the form that it is in. */
export function placeOfIssue(path: string, forms: SettingsState['forms']): { page: string; form?: string } {
  const [part, name = '', key = ''] = path.split('.');
  if (part !== 'forms') return { page: pageOfOption(name) ?? 'all' };
  const page = ['routes', 'journey', 'tags'].includes(key) ? 'routes' : 'forms';
  return { page, ...(forms.peek().includes(name) && { form: name }) };
}

/** Moves the focus to the first control with a problem. Returns false if there is none. */
export function focusProblem(root: Element | null): boolean {
  for (const text of root?.querySelectorAll('.problem') ?? []) {
    if (text.textContent === '') continue;
    const part = text.closest(settingParts);
    const control =
      part?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      part?.querySelector<HTMLElement>('input, select, textarea, button');
    if (control === null || control === undefined) continue;
    for (let closed = text.closest('details'); closed; closed = closed.parentElement?.closest('details') ?? null) {
      closed.open = true;
    }
    control.focus();
    return true;
  }
  return false;
}
