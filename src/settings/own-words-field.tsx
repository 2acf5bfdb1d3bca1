import { useSignal } from '@preact/signals';
import {
  type Json,
  objectValue,
  type Problem,
  problemsAt,
  replaceableTexts,
  withProperty,
} from '../schema-form/index.ts';
import { OtherWords } from './pages/other-words.tsx';
import type { SettingsState } from './settings-state.ts';
import { useMainLanguage } from './site-language.ts';
import { TextsField } from './texts-field.tsx';
import { useFocusNext } from './use-focus-next.ts';

type OwnWordsFieldProps = {
  settings: SettingsState;
  label: string;
  value: Json | undefined;
  problems: readonly Problem[];
  onChange: (texts: Json | undefined) => void;
};

/** Other words of the chat, such as those on a button: found by ours, and replaced. */
export function OwnWordsField({ settings, label, value, problems, onChange }: OwnWordsFieldProps) {
  const texts = objectValue(value);
  /** Found, and not written yet. */
  const added = useSignal<readonly string[]>([]);
  const keys = [...new Set([...Object.keys(texts), ...added.value])];
  const language = useMainLanguage(settings);
  const { root, focusNext } = useFocusNext<HTMLFieldSetElement>();
  const change = (key: string, text: Json | undefined) => {
    const next = withProperty(texts, key, text);
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <fieldset class="task-field" ref={root}>
      <legend>{label}</legend>
      {keys.map((key) => {
        const ours = replaceableTexts.find(([name]) => name === key)?.[1] ?? key;
        return (
          <div key={key} data-key={key}>
            {isByNumber(texts[key]) ? (
              <p>
                {ours} <span class="hint">Depends on a number. Change it under “All options”.</span>
              </p>
            ) : (
              <TextsField
                label={`Instead of “${ours}”`}
                value={texts[key]}
                placeholder={ours}
                fallbackLanguage={language}
                problems={problemsAt(problems, key)}
                onChange={(text) => change(key, text)}
              />
            )}
            <button
              type="button"
              class="quiet reset"
              onClick={() => {
                added.value = added.peek().filter((other) => other !== key);
                focusNext('input[type="search"]');
                change(key, undefined);
              }}
            >
              Remove<span class="visually-hidden"> “{ours}”</span>
            </button>
          </div>
        );
      })}
      <OtherWords
        choices={replaceableTexts.filter(([key]) => !keys.includes(key))}
        onChoose={(key) => {
          added.value = [...added.peek(), key];
          focusNext(`[data-key="${key}"] textarea`);
        }}
      />
    </fieldset>
  );
}

/** A text with plural forms, for all languages or in one of them. */
function isByNumber(text: Json | undefined): boolean {
  const parts = objectValue(text);
  return Object.hasOwn(parts, 'other') || Object.values(parts).some((part) => typeof part === 'object');
}
