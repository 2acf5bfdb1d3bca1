import { useId, useMemo } from 'preact/hooks';
import { languageChoices } from '../../schema-form/index.ts';
import { languageName } from '../language-name.ts';
import { LanguageSelect } from '../language-select.tsx';
import { NoteField, newNote } from '../note-field.tsx';
import type { PageProps } from '../page-props.ts';
import { appliedValue } from '../setting.ts';
import { TaskField } from '../task-field.tsx';
import { useSetting } from '../use-setting.ts';
import { OtherWords } from './other-words.tsx';
import { createWordsModel, type WordsModel } from './words-model.ts';
import { MissingCount, WordsTable } from './words-table.tsx';

/** Every text of the chat, by language. */
export function WordsPage({ settings, options }: PageProps) {
  const words = useMemo(() => createWordsModel(settings), [settings]);
  const { languages, shown } = words.columns.value;
  const others = languages.slice(1);
  return (
    <form class="card" aria-label="Words" onSubmit={(event) => event.preventDefault()}>
      <LanguageChoice languages={languages} onMain={words.chooseMain} onAdd={words.addLanguage} />
      {others.length > 2 && (
        <fieldset class="columns-choice">
          <legend class="visually-hidden">Languages that are shown</legend>
          {others.map((tag) => (
            <button key={tag} type="button" aria-pressed={shown.includes(tag)} onClick={() => words.toggleColumn(tag)}>
              <bdi>{languageName(tag)}</bdi>
              <MissingCount words={words} language={tag} />
            </button>
          ))}
        </fieldset>
      )}
      <WordsTable words={words} />
      <MoreWords words={words} />
      <NoteAboutAi settings={settings} />
      <TaskField settings={settings} option={options.get('locale')} choices={chatLanguages} />
      <TaskField settings={settings} option={options.get('contact')} />
    </form>
  );
}

const chatLanguages = [['', 'That of the page or the browser'], ...languageChoices] as const;

function MoreWords({ words }: { words: WordsModel }) {
  return (
    <div class="actions">
      <button type="button" disabled={!words.canAddQuestion.value} onClick={words.addQuestion}>
        Add a question
      </button>
      <OtherWords choices={words.otherKeys.value} onChoose={words.addKey} />
    </div>
  );
}

type LanguageChoiceProps = {
  languages: readonly string[];
  onMain: (language: string) => void;
  onAdd: (language: string) => void;
};

/** Says which language the words are in, and adds another one. */
function LanguageChoice({ languages, onMain, onAdd }: LanguageChoiceProps) {
  const id = useId();
  const [main = 'en', ...others] = languages;
  return (
    <div class="language-choice">
      {others.length === 0 && (
        <label>
          These words are in{' '}
          <select value={main} onChange={({ currentTarget }) => onMain(currentTarget.value)}>
            {languageChoices.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label for={id} class="visually-hidden">
        Add a language
      </label>
      <LanguageSelect id={id} words="Add a language…" languages={languages} onChoose={onAdd} />
      {others.length > 0 && (
        <p class="hint">
          Where a language has no text of yours, visitors read yours in{' '}
          {languages.includes('en') ? 'English' : 'the first language'}. Where you wrote none, they read ours.
        </p>
      )}
    </div>
  );
}

/** Its words are in the table. */
function NoteAboutAi({ settings }: Pick<PageProps, 'settings'>) {
  const { value, set } = useSetting(settings, {}, 'disclosure');
  const applied = appliedValue(settings, {}, 'disclosure');
  const hasOwn = applied !== undefined && typeof applied !== 'boolean';
  return (
    <NoteField
      value={value === true ? undefined : value}
      values={{ ours: undefined, own: hasOwn ? applied : newNote, none: false }}
      onChange={set}
    />
  );
}
