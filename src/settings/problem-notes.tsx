import type { Problem } from '../schema-form/index.ts';
import { ProblemTexts } from './forms/problem-texts.tsx';

/** What is wrong with the value of a control, which names these notes as its description. */
export function ProblemNotes({ id, problems }: { id?: string; problems: readonly Problem[] }) {
  return (
    <div id={id}>
      <ProblemTexts problems={problems} />
    </div>
  );
}
