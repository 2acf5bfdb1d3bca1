import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import {
  borrowedText,
  cellsOf,
  type Json,
  languagesOf,
  mainLanguageOf,
  type Problem,
  problemsAt,
  withCell,
} from '../schema-form/index.ts';
import { languageName } from './language-name.ts';
import { LanguageSelect } from './language-select.tsx';
import { TextCell } from './pages/text-cell.tsx';

type TextsFieldProps = {
  label: string;
  /** Which of several such texts it is, for those who do not see where it stands. */
  about?: string;
  hint?: string | undefined;
  value: Json | undefined;
  /** What visitors read without it. */
  placeholder?: string | undefined;
  /** The language of texts that are for all. */
  fallbackLanguage: string;
  problems: readonly Problem[];
  onChange: (value: Json | undefined) => void;
};

/** One text, or one per language. */
export function TextsField(props: TextsFieldProps) {
  const { label: ownLabel, about, hint, value, placeholder = '', fallbackLanguage, problems, onChange } = props;
  const id = useId();
  const label = about === undefined ? ownLabel : `${ownLabel} ${about}`;
  const added = useSignal<readonly string[]>([]);
  const mainLanguage = mainLanguageOf([value], fallbackLanguage);
  const languages = [...new Set([...languagesOf([value], mainLanguage), ...added.value])];
  const cells = cellsOf(value, mainLanguage);
  const isByLanguage = typeof value === 'object';
  return (
    <fieldset class="task-field texts-field">
      <legend>
        {ownLabel}
        {about !== undefined && <span class="visually-hidden"> {about}</span>}
      </legend>
      {languages.map((language) => {
        const text = cells[language];
        return (
          <div key={language}>
            {languages.length > 1 && <bdi class="hint">{languageName(language)}</bdi>}
            <TextCell
              label={languages.length > 1 ? `${label}, ${languageName(language)}` : label}
              text={typeof text === 'string' ? text : ''}
              placeholder={borrowedText(cells, language) ?? placeholder}
              isLong={true}
              isMissing={false}
              problems={isByLanguage ? problemsAt(problems, language) : language === mainLanguage ? problems : []}
              language={language}
              onFocus={() => {}}
              onText={(next) => onChange(withCell(value, { language, mainLanguage }, next))}
            />
          </div>
        );
      })}
      {hint !== undefined && <p class="hint">{hint}</p>}
      <label class="visually-hidden" for={id}>
        Another language of {label}
      </label>
      <LanguageSelect
        id={id}
        class="add-language"
        words="Another language…"
        languages={languages}
        onChoose={(language) => {
          added.value = [...added.peek(), language];
        }}
      />
    </fieldset>
  );
}
