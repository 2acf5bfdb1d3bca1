import { chooseLanguage } from '../../../protocol/locale.ts';
import { LinkedText } from '../LinkedText.tsx';
import { usePanel } from '../panel-model.ts';

export type DisclosureWords = {
  text: string;
  /** Of a text by language. */
  language: string | undefined;
};

/** What says that an AI agent answers. Undefined if nothing does: switched off, or by a blank text. */
export function useDisclosure(): DisclosureWords | undefined {
  const { options, translator } = usePanel();
  const { disclosure } = options.value;
  const { locale, t } = translator.value;
  if (disclosure === false) return undefined;
  const isByLanguage = typeof disclosure === 'object';
  const language = isByLanguage ? chooseLanguage(disclosure, locale) : undefined;
  const ownText = isByLanguage ? disclosure[language ?? ''] : disclosure;
  const text = typeof ownText === 'string' ? ownText : t('disclosure');
  return text.trim() === '' ? undefined : { text, language };
}

/** The line above the text box. The text box names it as its description. */
export function Disclosure({ id, words: { text, language } }: { id: string; words: DisclosureWords }) {
  return (
    <p class="disclosure" part="disclosure" id={id} dir="auto" lang={language}>
      <LinkedText text={text} />
    </p>
  );
}
