import { useMemo } from 'preact/hooks';
import { languageName } from '../language-name.ts';
import { useFocusNext } from '../use-focus-next.ts';
import { TextCell } from './text-cell.tsx';
import type { RowOutline, WordsModel } from './words-model.ts';

/** A row per text, a column per language, and what is missing. */
export function WordsTable({ words }: { words: WordsModel }) {
  const { main, languages, shown } = words.columns.value;
  const isOnly = languages.length === 1;
  const columns = [main, ...shown];
  const { root, focusNext } = useFocusNext<HTMLElement>();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is for the keyboard, too
    <section class="words-scroll" tabIndex={0} aria-label="Texts by language" ref={root}>
      <table class="words">
        <thead>
          <tr>
            <th scope="col">Text</th>
            {columns.map((language) => (
              <th key={language} scope="col">
                <bdi>{isOnly ? 'All languages' : languageName(language)}</bdi>
                <MissingCount words={words} language={language} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {words.rows.value.map((row, index) => (
            <tr key={row.id} data-row={index}>
              <th scope="row">
                {row.label}
                {row.hint !== undefined && <span class="hint">{row.hint}</span>}
                {!isOnly && row.isShared && <span class="hint">The same in all languages.</span>}
                <RowButtons
                  row={row}
                  isOnly={isOnly}
                  onShare={() => {
                    focusNext(`[data-row="${index}"] textarea`);
                    words.share(row.id);
                  }}
                  onRemove={() => {
                    focusNext(`[data-row="${isKept(row) ? index : Math.max(0, index - 1)}"] textarea`);
                    words.remove(row.id);
                  }}
                />
              </th>
              {columns.map((language) => (
                <td key={language} data-language={isOnly ? undefined : languageName(language)}>
                  <WordCell
                    words={words}
                    id={row.id}
                    language={language}
                    label={isOnly ? row.label : `${row.label}, ${languageName(language)}`}
                    isLong={row.isLong}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Taken back, it has its row still. */
function isKept({ id }: RowOutline): boolean {
  return !id.includes('.');
}

type RowButtonsProps = { row: RowOutline; isOnly: boolean; onShare: () => void; onRemove: () => void };

function RowButtons({ row, isOnly, onShare, onRemove }: RowButtonsProps) {
  return (
    <>
      {!isOnly && row.canBeShared && (
        <button type="button" class="quiet reset" onClick={onShare}>
          Use it in all languages<span class="visually-hidden"> for {row.label}</span>
        </button>
      )}
      {row.removeWords !== undefined && (
        <button type="button" class="quiet reset" onClick={onRemove}>
          {row.removeWords}
          <span class="visually-hidden"> of {row.label}</span>
        </button>
      )}
    </>
  );
}

type WordCellProps = { words: WordsModel; id: string; language: string; label: string; isLong: boolean };

function WordCell({ words, id, language, label, isLong }: WordCellProps) {
  const cell = useMemo(() => words.cell(id, language), [words, id, language]);
  const { text, ...shown } = cell.value;
  if (text === undefined) return <p class="hint">Depends on a number. Change it under “All options”.</p>;
  return (
    <TextCell
      {...shown}
      label={label}
      text={text}
      isLong={isLong}
      language={language}
      onFocus={() => words.enter(language)}
      onText={(next) => words.write(id, language, next)}
    />
  );
}

/** How many texts have words in other languages only. */
export function MissingCount({ words, language }: { words: WordsModel; language: string }) {
  const count = useMemo(() => words.missingCount(language), [words, language]);
  return count.value === 0 ? null : <span class="missing">{count} missing</span>;
}
