import { languageChoices } from '../../../schema-form/index.ts';
import { languageName } from '../language-name.ts';

type LanguageBarProps = {
  languages: readonly string[];
  language: string;
  onChoose: (language: string) => void;
};

/** The language that is written. Choosing one that there is not yet begins it. */
export function LanguageBar({ languages, language, onChoose }: LanguageBarProps) {
  return (
    <div class="language-bar">
      {languages.length > 1 && (
        <fieldset class="columns-choice">
          <legend class="visually-hidden">Language that you write</legend>
          {languages.map((tag) => (
            <button key={tag} type="button" aria-pressed={tag === language} onClick={() => onChoose(tag)}>
              <bdi>{languageName(tag)}</bdi>
            </button>
          ))}
        </fieldset>
      )}
      <select
        aria-label="Write in another language"
        value=""
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value="">Another language…</option>
        {languageChoices
          .filter(([code]) => !languages.includes(code))
          .map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </select>
    </div>
  );
}
