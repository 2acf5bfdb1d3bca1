import { languageChoices } from '../schema-form/index.ts';

type LanguageSelectProps = {
  id?: string;
  label?: string;
  class?: string;
  /** What it shows, as nothing stays chosen. */
  words: string;
  /** Those that there are already. */
  languages: readonly string[];
  onChoose: (language: string) => void;
};

/** One more language. */
export function LanguageSelect({ id, label, class: className, words, languages, onChoose }: LanguageSelectProps) {
  return (
    <select
      id={id}
      class={className}
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">{words}</option>
      {languageChoices
        .filter(([code]) => !languages.includes(code))
        .map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
    </select>
  );
}
