import { cutText, textIn } from '../../../protocol/index.ts';
import { Icon, icons } from '../Icon.tsx';
import { usePanel } from '../panel-model.ts';

/** Longer texts do not fit. */
const maxTextLength = 200;

/**
 * The text above the closed bubble: an agent's message or the text of a trigger. The live region is always in the document,
 * because screen readers often skip one that appears together with its text.
 */
export function Teaser() {
  const { chat, isOpen, openTeaser, setTeaser, teaser, translator } = usePanel();
  const { direction, language, locale, t } = translator.value;
  const text = teaser.value?.text;
  return (
    <div class="teaser-region" role="status" lang={language} dir={direction}>
      {text !== undefined && !isOpen.value && (
        <div class="teaser" part="teaser">
          <button type="button" class="words" onClick={openTeaser}>
            <b>{chat.value?.state.owner.value?.name ?? t('title')}</b>
            <span dir="auto">{cutText(textIn(text, locale).replace(/\n+/g, '\n'), maxTextLength)}</span>
          </button>
          <button type="button" class="plain" aria-label={t('dismiss')} onClick={() => setTeaser(null)}>
            <Icon path={icons.close} />
          </button>
        </div>
      )}
    </div>
  );
}
