import { chooseLanguage } from '../../../protocol/locale.ts';
import { LinkedText } from '../LinkedText.tsx';
import { usePanel } from '../panel-model.ts';

/** The line above the text box that says that an AI agent answers. The text box names it as its description. */
export function Disclosure({ id }: { id: string }) {
  const { options, translator } = usePanel();
  const { disclosure } = options.value;
  const { locale, t } = translator.value;
  if (disclosure === false) return null;
  const isByLanguage = typeof disclosure === 'object';
  const language = isByLanguage ? chooseLanguage(disclosure, locale) : undefined;
  const ownText = isByLanguage ? disclosure[language ?? ''] : disclosure;
  return (
    <p class="disclosure" part="disclosure" id={id} dir="auto" lang={language}>
      {typeof ownText === 'string' ? <LinkedText text={ownText} /> : t('disclosure')}
    </p>
  );
}
