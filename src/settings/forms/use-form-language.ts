import { useMemo } from 'preact/hooks';
import type { SettingsState } from '../settings-state.ts';
import { useStable } from '../use-stable.ts';
import type { FormLanguage } from './form-language.ts';
import { formLanguages } from './form-texts.ts';

/** The language in which a form is written now: the chosen one, else its main one. */
export function useFormLanguage(
  settings: SettingsState,
  form: string,
  chosen: string | undefined,
): { languages: readonly string[]; context: FormLanguage } {
  const known = useStable(() => formLanguages(settings, form), [settings, form]);
  return useMemo(() => {
    const [mainLanguage = 'en'] = known;
    const language = chosen ?? mainLanguage;
    const languages = [...new Set([...known, language])];
    return { languages, context: { language, mainLanguage, isOnly: languages.length === 1 } };
  }, [known, chosen]);
}
