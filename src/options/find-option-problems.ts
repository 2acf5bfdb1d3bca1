import { textKeys } from '../i18n/index.ts';
import { describeProblems, findProblems, type OptionProblem } from './option-problems.ts';
import type { OptionSources } from './read-options.ts';

/** Describes mistakes in the options for the page's developer: wrong values, and unknown names with the probable name. */
export function findOptionProblems(sources: OptionSources): string[] {
  return describeProblems(sources, textKeys);
}

/** The same, with the option of each mistake apart. */
export function listOptionProblems(sources: OptionSources): OptionProblem[] {
  return findProblems(sources, textKeys);
}
