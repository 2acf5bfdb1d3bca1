import { useContext } from 'preact/hooks';
import type { Problem } from '../../schema-form/index.ts';
import { NewEntryContext } from '../new-entry.tsx';
import { sentenceOf } from '../sentence.ts';

/** What is wrong, each thing once. Nothing while an entry is new. */
export function ProblemTexts({ problems }: { problems: readonly Problem[] }) {
  if (useContext(NewEntryContext).isNew) return null;
  const texts = new Map(problems.map(({ message, isAdvice }) => [sentenceOf(message), isAdvice]));
  return (
    <>
      {[...texts].map(([text, isAdvice]) => (
        <p key={text} class={isAdvice ? 'advice' : 'problem'} role={isAdvice ? 'status' : 'alert'}>
          {text}
        </p>
      ))}
    </>
  );
}

/** Whether there is more than advice. */
export function isInvalid(problems: readonly Problem[]): boolean {
  return problems.some(({ isAdvice }) => isAdvice === undefined);
}
