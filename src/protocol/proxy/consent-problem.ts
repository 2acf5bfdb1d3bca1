import type { FormConsent } from '../form.ts';
import type { Issue } from '../issue.ts';
import type { LeadRequest } from './requests.ts';

/** `outdated`: the visitor has agreed to another text than the form's, or nobody knows to which. */
export type ConsentProblem = 'required' | 'outdated';

/** Returns what is wrong with a visitor's answer to the consent that a form asks for, if it asks for one. */
export function consentProblem(
  asked: FormConsent | null | undefined,
  given: LeadRequest['consent'],
): ConsentProblem | undefined {
  if (!asked) return undefined;
  if (given?.granted !== true) return asked.required ? 'required' : undefined;
  return given.version === asked.version ? undefined : 'outdated';
}

/** Whether the proxy's issue with a lead is about the consent. */
export function isConsentIssue({ path }: Issue): boolean {
  return path.startsWith('consent');
}
