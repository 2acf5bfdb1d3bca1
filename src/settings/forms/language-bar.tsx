import { languageChoices } from '../../schema-form/index.ts';
import { languageName } from '../language-name.ts';

type LanguageBarProps = {
  languages: readonly string[];
  language: string;
  onChoose: (language: string) => void;
};

/** The language that is written. Choosing one that there is not yet begins it. */
export function LanguageBar({ languages, language, onChoose }: LanguageBarProps) {
  const others = languageChoices.filter(([code]) => !languages.includes(code));
  return (
    <label class="language-bar">
      Language
      <select value={language} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <optgroup label="In use">
          {languages.map((tag) => (
            <option key={tag} value={tag}>
              {languageName(tag)}
            </option>
          ))}
        </optgroup>
        <optgroup label="Add a language">
          {others.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}
