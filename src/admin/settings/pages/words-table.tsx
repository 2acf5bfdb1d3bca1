import { borrowedText, cellsOf, type Json, problemsAt, withCell } from '../../../schema-form/index.ts';
import { TextCell } from './text-cell.tsx';
import type { WordRow } from './word-rows.ts';

type WordsTableProps = {
  rows: readonly WordRow[];
  /** The first is the main one: a text for all languages stands there. */
  languages: readonly string[];
  /** There is no other language, so the words are for all. */
  isOnly: boolean;
  nameOf: (language: string) => string;
  /** What visitors read without a text of one's own. Undefined while it loads. */
  defaultText: (language: string, key: string) => string | undefined;
  onFocus: (language: string) => void;
};

/** A row per text, a column per language, and what is missing. */
export function WordsTable({ rows, languages, isOnly, nameOf, defaultText, onFocus }: WordsTableProps) {
  const [mainLanguage = 'en'] = languages;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is for the keyboard, too
    <section class="words-scroll" tabIndex={0} aria-label="Texts by language">
      <table class="words">
        <thead>
          <tr>
            <th scope="col">Text</th>
            {languages.map((language) => (
              <th key={language} scope="col">
                <bdi>{isOnly ? 'All languages' : nameOf(language)}</bdi>
                <MissingCount rows={rows} language={language} mainLanguage={mainLanguage} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.label}
                {row.hint !== undefined && <span class="hint">{row.hint}</span>}
                {row.remove !== undefined && (
                  <button type="button" class="quiet reset" onClick={row.remove.run}>
                    {row.remove.words}
                    <span class="visually-hidden"> of {row.label}</span>
                  </button>
                )}
              </th>
              {languages.map((language) => {
                const cells = cellsOf(row.value, mainLanguage);
                const text = cells[language];
                const isForm = typeof text === 'object';
                return (
                  <td key={language} data-language={isOnly ? undefined : nameOf(language)}>
                    {isForm ? (
                      <p class="hint">Depends on a number. Change it under “All options”.</p>
                    ) : (
                      <TextCell
                        label={isOnly ? row.label : `${row.label}, ${nameOf(language)}`}
                        text={typeof text === 'string' ? text : ''}
                        placeholder={
                          borrowedText(cells, language) ??
                          (row.defaultKey && defaultText(language, row.defaultKey)) ??
                          ''
                        }
                        isLong={row.isLong}
                        isMissing={isMissing(row.value, language, mainLanguage)}
                        problems={problemsOf(row, language, mainLanguage)}
                        language={language}
                        onFocus={() => onFocus(language)}
                        onText={(next) => row.set(withCell(row.value, { language, mainLanguage }, next))}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type MissingCountProps = { rows: readonly WordRow[]; language: string; mainLanguage: string };

/** How many texts have words in other languages only. */
export function MissingCount({ rows, language, mainLanguage }: MissingCountProps) {
  const count = rows.filter((row) => isMissing(row.value, language, mainLanguage)).length;
  return count === 0 ? null : <span class="missing">{count} missing</span>;
}

/** The row has words, but none in this language. */
function isMissing(value: Json | undefined, language: string, mainLanguage: string): boolean {
  const cells = cellsOf(value, mainLanguage);
  return Object.keys(cells).length > 0 && cells[language] === undefined;
}

/** Those of a text by language name the language; the others are about the only one. */
function problemsOf({ value, problems }: WordRow, language: string, mainLanguage: string) {
  if (typeof value === 'object') return problemsAt(problems, language);
  return language === mainLanguage ? problems : [];
}
