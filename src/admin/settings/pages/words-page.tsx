import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { languageChoices, languagesOf, loadDefaultTexts, mainLanguageOf } from '../../../schema-form/index.ts';
import { languageName } from '../language-name.ts';
import { LanguageSelect } from '../language-select.tsx';
import { appliedValue, settingOf } from '../setting.ts';
import type { PageProps } from '../settings-pages.ts';
import { TaskField } from '../task-field.tsx';
import { OtherWords } from './other-words.tsx';
import { wordRows } from './word-rows.ts';
import { MissingCount, WordsTable } from './words-table.tsx';

/** Every text of the chat, by language. */
export function WordsPage({ settings, options }: PageProps) {
  const addedKeys = useSignal<readonly string[]>([]);
  const addedLanguages = useSignal<readonly string[]>([]);
  const chosenMain = useSignal<string | undefined>(undefined);
  const { rows, addQuestion, otherKeys } = wordRows(settings, addedKeys.value, (key) => {
    addedKeys.value = addedKeys.value.filter((other) => other !== key);
  });
  const values = rows.map(({ value }) => value);
  const locale = settingOf(settings, {}, 'locale').value;
  const fallback = typeof locale === 'string' ? locale : 'en';
  const mainLanguage = chosenMain.value ?? mainLanguageOf(values, fallback);
  const known = new Set([...languagesOf(values, mainLanguage), ...addedLanguages.value]);
  known.delete(mainLanguage);
  const languages = [mainLanguage, ...inUsualOrder(known)];
  const chosen = useSignal<readonly string[] | undefined>(undefined);
  // All of thirteen columns are too many to read, and a third one is cut on most screens.
  const others = languages.slice(1);
  const shownOthers = others.filter((tag, index) =>
    chosen.value === undefined ? others.length === 2 || index === 0 : chosen.value.includes(tag),
  );
  const defaultText = useDefaultTexts([mainLanguage, ...shownOthers]);
  return (
    <form class="card" aria-label="Words" onSubmit={(event) => event.preventDefault()}>
      <LanguageChoice
        languages={languages}
        onMain={(language) => {
          chosenMain.value = language;
        }}
        onAdd={(language) => {
          addedLanguages.value = [...addedLanguages.value, language];
          chosen.value = [...shownOthers, language];
        }}
      />
      {others.length > 2 && (
        <fieldset class="columns-choice">
          <legend class="visually-hidden">Languages that are shown</legend>
          {others.map((tag) => (
            <button
              key={tag}
              type="button"
              aria-pressed={shownOthers.includes(tag)}
              onClick={() => {
                const isShown = shownOthers.includes(tag);
                chosen.value = isShown ? shownOthers.filter((other) => other !== tag) : [...shownOthers, tag];
              }}
            >
              <bdi>{languageName(tag)}</bdi>
              <MissingCount rows={rows} language={tag} mainLanguage={mainLanguage} />
            </button>
          ))}
        </fieldset>
      )}
      <WordsTable
        rows={rows}
        languages={[mainLanguage, ...shownOthers]}
        isOnly={languages.length === 1}
        nameOf={languageName}
        defaultText={defaultText}
        onFocus={(language) => {
          // The column in which somebody writes stays where it is, also without a text for a moment.
          if (mainLanguage !== fallback || languages.length > 1) chosenMain.value = mainLanguage;
          if (language !== mainLanguage) addedLanguages.value = [...new Set([...addedLanguages.value, language])];
          if (languages.length > 1) settings.previewState.locale.value = language;
        }}
      />
      <div class="actions">
        <button type="button" disabled={addQuestion === undefined} onClick={addQuestion}>
          Add a question
        </button>
        <OtherWords
          choices={otherKeys}
          onChoose={(key) => {
            addedKeys.value = [...addedKeys.value, key];
          }}
        />
      </div>
      <NoteAboutAi settings={settings} />
      <TaskField
        settings={settings}
        option={options.get('locale')}
        choices={[['', 'That of the page or the browser'], ...languageChoices]}
      />
      <TaskField settings={settings} option={options.get('contact')} />
    </form>
  );
}

/** As in the lists of languages; those that the chat has no texts in come last. */
function inUsualOrder(languages: ReadonlySet<string>): string[] {
  const usual = languageChoices.map(([code]) => code);
  const place = (tag: string) => (usual.includes(tag) ? usual.indexOf(tag) : usual.length);
  return [...languages].sort().sort((a, b) => place(a) - place(b));
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

const notes = { ours: 'Our words', own: 'Your own words', none: 'No note' } as const;

/** Art. 50 of the EU AI Act asks for it. Its words are in the table. */
function NoteAboutAi({ settings }: Pick<PageProps, 'settings'>) {
  const { value, set } = settingOf(settings, {}, 'disclosure');
  const chosen = value === undefined || value === true ? 'ours' : value === false ? 'none' : 'own';
  const applied = appliedValue(settings, {}, 'disclosure');
  const hasOwn = applied !== undefined && typeof applied !== 'boolean';
  const values = { ours: undefined, own: hasOwn ? applied : 'An AI agent answers here.', none: false } as const;
  return (
    <fieldset class="task-field">
      <legend>Note that an AI agent answers</legend>
      {(['ours', 'own', 'none'] as const).map((kind) => (
        <label key={kind} class="choice">
          <input type="radio" name="note" checked={chosen === kind} onChange={() => set(values[kind])} />
          {notes[kind]}
        </label>
      ))}
      <p class="hint">The EU AI Act asks for it since August 2026.</p>
    </fieldset>
  );
}

/** The words that visitors read without texts of one's own, of each language that is shown. */
function useDefaultTexts(languages: readonly string[]) {
  const texts = useSignal<Readonly<Record<string, Readonly<Record<string, string>>>>>({});
  const wanted = languages.join();
  useEffect(() => {
    for (const language of wanted.split(',').filter((name) => texts.peek()[name] === undefined)) {
      loadDefaultTexts(language).then(
        (loaded) => {
          texts.value = { ...texts.peek(), [language]: loaded };
        },
        // They are hints only: without them, the fields are empty.
        () => undefined,
      );
    }
  }, [wanted, texts]);
  return (language: string, key: string) => texts.value[language]?.[key];
}
