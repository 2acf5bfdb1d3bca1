import { createContext } from 'preact';

/** The language in which the texts of a form are written now. */
export type FormLanguage = {
  language: string;
  /** A text for all languages stands there. */
  mainLanguage: string;
  /** There is no other one, so that it need not be named. */
  isOnly: boolean;
};

export const FormLanguageContext = createContext<FormLanguage>({ language: 'en', mainLanguage: 'en', isOnly: true });
