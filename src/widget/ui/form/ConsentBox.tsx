import { useId } from 'preact/hooks';
import type { FieldProblem } from '../../../core/index.ts';
import { consentTextFor, type FormConsent } from '../../../protocol/form.ts';
import { LinkedText } from '../LinkedText.tsx';
import { useTranslator } from '../panel-model.ts';
import { isFromVisitor } from '../visitor-event.ts';
import { useInputRef } from './form-context.ts';
import { Problem } from './Problem.tsx';
import { problemText } from './problem-text.ts';

type ConsentBoxProps = {
  consent: FormConsent;
  isGiven: boolean;
  problem: FieldProblem | undefined;
  /** `locale`: the language of the text that the visitor saw. */
  onChange(given: boolean, locale: string): void;
};

/** The consent that the form asks for. Links in its text open in a new tab. */
export function ConsentBox({ consent, isGiven, problem, onChange }: ConsentBoxProps) {
  const translator = useTranslator();
  // The panel can show two: the form's, and one for a lead that waits in the browser.
  const id = useId();
  const { text, locale } = consentTextFor(consent.text, translator.locale);
  return (
    <div class="field checkbox">
      <input
        ref={useInputRef('consent')}
        id={id}
        data-field="consent"
        type="checkbox"
        required={consent.required}
        checked={isGiven}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onInput={(event) => {
          if (isFromVisitor(event)) onChange(event.currentTarget.checked, locale);
          else event.currentTarget.checked = isGiven;
        }}
      />
      <label for={id} dir="auto" lang={typeof consent.text === 'string' ? undefined : locale}>
        <LinkedText text={text} />
      </label>
      {problem !== undefined && <Problem id={`${id}-problem`} text={problemText('consent', problem, translator)} />}
    </div>
  );
}
