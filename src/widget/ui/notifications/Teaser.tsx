import { Icon, icons } from '../Icon.tsx';
import { usePanel } from '../panel-model.ts';

/** The text above the closed bubble: an agent's message or the text of a trigger. */
export function Teaser() {
  const { chat, isOpen, open, teaser, translator } = usePanel();
  const { direction, locale, t } = translator.value;
  const text = teaser.value;
  if (text === null || isOpen.value) return null;
  return (
    <div class="teaser" part="teaser" role="status" lang={locale} dir={direction}>
      <button type="button" class="words" onClick={open}>
        <b>{chat.value?.state.owner.value?.name ?? t('title')}</b>
        <span dir="auto">{plainText(text)}</span>
      </button>
      <button
        type="button"
        class="plain"
        aria-label={t('dismiss')}
        onClick={() => {
          teaser.value = null;
        }}
      >
        <Icon path={icons.close} />
      </button>
    </div>
  );
}

/** Returns the text without Markdown, cut to a length that fits. */
function plainText(text: string): string {
  return text
    .replace(/\[([^[\]]*)\]\([^()\s]*\)|\*\*|`/g, '$1')
    .replace(/\n+/g, '\n')
    .slice(0, 200);
}
