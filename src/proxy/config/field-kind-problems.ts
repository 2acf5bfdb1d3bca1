import { isSeparable } from '../../protocol/choices-value.ts';
import { dateLimit, isDate } from '../../protocol/date-value.ts';
import type { FormField } from '../../protocol/form.ts';

type Problem = { path: (string | number)[]; message: string };

/** What the keys of a field say that its type cannot mean. */
export function fieldKindProblems(field: FormField): Problem[] {
  return [...optionProblems(field), ...limitProblems(field)];
}

function optionProblems({ type, options, minChoices, maxChoices }: FormField): Problem[] {
  const problems: Problem[] = [];
  if ((type === 'select' || type === 'radio' || type === 'checkboxes') && options === undefined) {
    const message = `is missing: a field of the type ${type} needs options, [{ value, label }]`;
    problems.push({ path: ['options'], message });
  }
  if (type !== 'checkboxes') {
    if (minChoices !== undefined) problems.push({ path: ['minChoices'], message: onlyFor('checkboxes') });
    if (maxChoices !== undefined) problems.push({ path: ['maxChoices'], message: onlyFor('checkboxes') });
    return problems;
  }
  for (const [index, { value }] of (options ?? []).entries()) {
    if (isSeparable(value)) continue;
    const message = 'must have no comma, which separates the chosen values in the lead; write it into the label';
    problems.push({ path: ['options', index, 'value'], message });
  }
  const most = Math.min(maxChoices ?? Number.POSITIVE_INFINITY, options?.length ?? Number.POSITIVE_INFINITY);
  if (minChoices !== undefined && minChoices > most) {
    problems.push({ path: ['minChoices'], message: `is more than the visitor can choose, which is ${most}` });
  }
  return problems;
}

function limitProblems({ type, min, max, step }: FormField): Problem[] {
  const problems: Problem[] = [];
  for (const [key, limit] of [['min', min] as const, ['max', max] as const]) {
    if (limit === undefined) continue;
    const message = limitProblem(type, limit);
    if (message !== undefined) problems.push({ path: [key], message });
  }
  if (step !== undefined && type !== 'number') problems.push({ path: ['step'], message: onlyFor('number') });
  if (problems.length === 0 && min !== undefined && max !== undefined && isReversed(min, max))
    problems.push({ path: ['max'], message: `is below \`min\`, ${min}` });
  return problems;
}

function limitProblem(type: FormField['type'], limit: number | string): string | undefined {
  if (type === 'number') return typeof limit === 'number' ? undefined : 'must be a number';
  if (type !== 'date') return onlyFor('number and date');
  if (typeof limit === 'string' && dateLimit.test(limit) && (limit.startsWith('today') || isDate(limit))) {
    return undefined;
  }
  return 'must be a date such as 2026-12-24, or today, today+30, today-7';
}

/** Whether no value can be within both. A day is before or after a fixed one only for now. */
function isReversed(min: number | string, max: number | string): boolean {
  if (typeof min === 'number' || typeof max === 'number') return min > max;
  if (isDate(min) && isDate(max)) return min > max;
  return min.startsWith('today') && max.startsWith('today') && daysFromToday(min) > daysFromToday(max);
}

function daysFromToday(limit: string): number {
  return Number(limit.slice('today'.length));
}

function onlyFor(types: string): string {
  return `is only for fields of the type ${types}; remove it`;
}
