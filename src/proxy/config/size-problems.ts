import { type ConfigProblem, describeProblem } from './describe-issues.ts';
import { isObject } from './environment.ts';
import type { ProxyConfig } from './schema.ts';

/**
 * Bytes that the widget's options may have as JSON, and the same again the public part of a form: every page loads them with
 * leadchat.js, and a text that is short enough may stand in each of 50 entries of `pages`, or in each language.
 */
const maxBytes = 64_000;

type Parts = Readonly<Record<string, unknown>>;

/** What is too large for the pages that load it. */
export function sizeIssues({ widget, forms }: Pick<ProxyConfig, 'widget' | 'forms'>): ConfigProblem[] {
  const problem = widgetSizeProblem(widget);
  return [...(problem === undefined ? [] : [describeProblem(['widget'], problem)]), ...formSizeIssues(forms)];
}

/** The problem lies at the larger one of a form's public parts. */
export function formSizeIssues(forms: ProxyConfig['forms']): ConfigProblem[] {
  return Object.entries(forms).flatMap(([name, { fields, consent }]) => {
    const form = { fields, consent };
    const problem = sizeProblem(form, '`fields` and `consent` together');
    return problem === undefined ? [] : [describeProblem(['forms', name, largestOf(form)], problem)];
  });
}

/** "must have at most …", with the size and the largest part; undefined if the widget's options are small enough. */
export function widgetSizeProblem(widget: Parts): string | undefined {
  return sizeProblem(widget, 'it');
}

function sizeProblem(parts: Parts, name: string): string | undefined {
  const size = bytesOf(parts);
  if (size <= maxBytes) return undefined;
  const largest = largestOf(parts);
  return `must have at most ${kB(maxBytes)} as JSON, because every page loads it; ${name} ${name === 'it' ? 'has' : 'have'} ${kB(size)}, of which \`${largest}\` has ${kB(bytesOf(parts[largest]))}${describeLargestEntry(largest, parts[largest])}`;
}

/** Where to look in a list: its largest entry, and what is the largest in it. */
function describeLargestEntry(name: string, list: unknown): string {
  if (!Array.isArray(list)) return '';
  const index = largestOf({ ...list });
  const entry: unknown = list[Number(index)];
  const path = [name, index, ...(isObject(entry) ? [largestOf(entry)] : [])].join('.');
  return `, in ${list.length} ${list.length === 1 ? 'entry' : 'entries'}; look at \`${path}\` first`;
}

/** The name of the largest part. */
export function largestOf(parts: Parts): string {
  const [name = ''] = Object.keys(parts).toSorted((a, b) => bytesOf(parts[b]) - bytesOf(parts[a]));
  return name;
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).byteLength;
}

function kB(bytes: number): string {
  return `${Number((bytes / 1000).toFixed(1))} kB`;
}
