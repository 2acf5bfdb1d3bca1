import type { Json, Problem } from '../../schema-form/index.ts';
import type { Step } from './form-model.ts';
import { ProblemTexts } from './problem-texts.tsx';
import { LocalizedField } from './text-field.tsx';

type StepHeadingProps = {
  step: Step;
  number: number;
  count: number;
  problems: { title: readonly Problem[]; others: readonly Problem[] };
  onName: (title: Json | undefined) => void;
  onJoin: () => void;
};

/** Where a step begins. Visitors see "Step 2 of 3", and its title if it has one. */
export function StepHeading({ step, number, count, problems, onName, onJoin }: StepHeadingProps) {
  const words = `Step ${number + 1} of ${count}`;
  return (
    <div class="step-heading">
      <h3>{words}</h3>
      <LocalizedField
        label={`Title of step ${number + 1}`}
        placeholder="No title"
        value={step.title}
        problems={problems.title}
        onChange={onName}
      />
      <ProblemTexts problems={problems.others} />
      {(number > 0 || count === 1) && (
        <button type="button" class="quiet reset" onClick={onJoin}>
          {number === 0 ? 'Ask without steps' : `Join with step ${number}`}
        </button>
      )}
    </div>
  );
}
