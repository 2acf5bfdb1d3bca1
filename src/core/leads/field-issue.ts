import type { FormField } from '../../protocol/form.ts';
import type { Issue } from '../../protocol/issue.ts';
import type { PhoneProblem } from '../../protocol/phone.ts';
import type { FieldProblem } from './lead-form-state.ts';

/** The problem of a field as the proxy describes it. One that this build does not know keeps the proxy's words. */
export function problemOfIssue(issue: Issue, { type }: FormField): FieldProblem {
  const phoneProblem = type === 'tel' ? phoneProblemOf(issue) : undefined;
  if (phoneProblem !== undefined) return { code: 'phone', problem: phoneProblem };
  const { code, max, min, step, earliest, latest, message } = issue;
  switch (code) {
    case 'required':
    case 'type':
    case 'pattern':
    case 'email':
    case 'option':
    case 'date':
    case 'number':
      return { code };
    case 'too-long':
    case 'too-many':
    case 'too-large':
      return max === undefined ? { code: 'refused', message } : { code, max };
    case 'too-few':
    case 'too-small':
      return min === undefined ? { code: 'refused', message } : { code, min };
    case 'step':
      return step === undefined ? { code: 'refused', message } : { code, step };
    case 'too-early':
      return earliest === undefined ? { code: 'refused', message } : { code, earliest };
    case 'too-late':
      return latest === undefined ? { code: 'refused', message } : { code, latest };
    default:
      return { code: 'refused', message };
  }
}

/** Whether the proxy does not know a phone to be in use, and accepts it when somebody confirms it. */
export function isUnknownPhone({ code }: Issue): boolean {
  return code === 'not-in-use';
}

function phoneProblemOf({ code, missing, extra, readings }: Issue): PhoneProblem | undefined {
  switch (code) {
    case 'empty':
    case 'not-a-number':
    case 'unknown-country':
    case 'not-in-use':
      return { code };
    case 'too-short':
      return missing === undefined ? undefined : { code, missing };
    case 'too-long':
      return extra === undefined ? undefined : { code, extra };
    case 'ambiguous':
      return readings === undefined ? undefined : { code, readings };
    default:
      return undefined;
  }
}
