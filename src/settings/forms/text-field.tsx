import { useContext, useId } from 'preact/hooks';
import { borrowedText, cellsOf, type Json, type Problem, withCell } from '../../schema-form/index.ts';
import { GrowingText } from '../growing-text.tsx';
import { languageName } from '../language-name.ts';
import { FormLanguageContext } from './form-language.ts';
import { isInvalid, ProblemTexts } from './problem-texts.tsx';

type FieldProps<Value> = {
  label: string;
  hint?: string | undefined;
  placeholder?: string;
  problems: readonly Problem[];
  value: Json | undefined;
  onChange: (value: Value | undefined) => void;
};

/** A text that visitors read, in the language that is written now. */
export function LocalizedField({ isLong = false, ...props }: FieldProps<Json> & { isLong?: boolean }) {
  const { label, hint, placeholder = '', problems, value, onChange } = props;
  const { language, mainLanguage, isOnly } = useContext(FormLanguageContext);
  const id = useId();
  const cells = cellsOf(value, mainLanguage);
  const text = cells[language];
  return (
    <div class="task-field field">
      <label for={id}>{isOnly ? label : `${label}, ${languageName(language)}`}</label>
      <GrowingText
        id={id}
        value={typeof text === 'string' ? text : ''}
        placeholder={borrowedText(cells, language) ?? placeholder}
        isLong={isLong}
        {...(!isOnly && { lang: language })}
        aria-describedby={`${id}-about`}
        aria-invalid={isInvalid(problems)}
        onText={(next) => onChange(withCell(value, { language, mainLanguage }, next))}
      />
      <div id={`${id}-about`}>
        {hint !== undefined && <p class="hint">{hint}</p>}
        <ProblemTexts problems={problems} />
      </div>
    </div>
  );
}

type PlainFieldProps<Value> = FieldProps<Value> & { maxLength?: number; inputMode?: 'text' | 'decimal' };

/** A value that is the same in all languages. */
export function PlainField(props: PlainFieldProps<string>) {
  const { label, hint, placeholder, maxLength, inputMode, problems, value, onChange } = props;
  const id = useId();
  return (
    <div class="task-field field">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={typeof value === 'string' ? value : ''}
        placeholder={placeholder}
        maxLength={maxLength}
        inputMode={inputMode}
        spellcheck={false}
        aria-describedby={`${id}-about`}
        aria-invalid={isInvalid(problems)}
        onInput={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
      />
      <div id={`${id}-about`}>
        {hint !== undefined && <p class="hint">{hint}</p>}
        <ProblemTexts problems={problems} />
      </div>
    </div>
  );
}

/** A number. What is none yet stays as it is typed: the schema says what it should be. */
export function NumberField({ onChange, value, ...props }: FieldProps<string | number>) {
  return (
    <PlainField
      {...props}
      inputMode="decimal"
      value={typeof value === 'number' ? String(value) : value}
      onChange={(text) => {
        const number = Number(text);
        // "1." may become 1.5.
        onChange(String(number) === text ? number : text);
      }}
    />
  );
}
