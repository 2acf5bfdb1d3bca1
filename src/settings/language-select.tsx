import { languageChoices } from '../schema-form/index.ts';
import { AddingSelect } from './adding-select.tsx';

type LanguageSelectProps = {
  id: string;
  class?: string;
  /** What it shows, as nothing stays chosen. */
  words: string;
  /** Those that there are already. */
  languages: readonly string[];
  onChoose: (language: string) => void;
};

/** One more language. */
export function LanguageSelect({ languages, onChoose, ...rest }: LanguageSelectProps) {
  const choices = languageChoices.filter(([code]) => !languages.includes(code));
  return <AddingSelect {...rest} choices={choices} onAdd={onChoose} />;
}
