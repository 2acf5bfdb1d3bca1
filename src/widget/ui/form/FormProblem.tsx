import type { Chat, LeadFormState } from '../../../core/index.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { useChat } from '../chat-context.ts';
import { useTranslator } from '../panel-model.ts';
import { useForm } from './form-context.ts';
import { Problem } from './Problem.tsx';

/** A problem that no visible field can show. The live region is always in the document, so that the text is announced. */
export function FormProblem() {
  const { t } = useTranslator();
  const text = findProblem(useChat(), useForm().form);
  return <div role="alert">{text !== null && <Problem text={t(text)} />}</div>;
}

/** Read from signals. */
function findProblem({ state }: Chat, { fields, problems, status }: LeadFormState): TextKey | null {
  // Only the page sets the values of hidden fields, so the visitor cannot correct them.
  if (fields.some(({ type, name }) => type === 'hidden' && problems.value[name] !== undefined)) return 'pageProblem';
  const lead = state.lead.value;
  if (lead.status !== 'refused') return null;
  // When a queued lead is refused, the form no longer contains the lead's values, so it cannot show the problem at a field.
  if (lead.issues.length === 0 || status.value !== 'refused') return 'refused';
  // The proxy refuses something that is not in the form, such as a field that it had when the page was loaded.
  return Object.keys(problems.value).length === 0 ? 'pageProblem' : null;
}
