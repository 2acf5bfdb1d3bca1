import { shortenAtWord } from '../../../protocol/cut-text.ts';
import { textIn } from '../../../protocol/locale.ts';
import { Avatar } from '../Avatar.tsx';
import { Icon, icons } from '../Icon.tsx';
import { usePanel } from '../panel-model.ts';

/** About four lines. The rest of the text is in the chat. */
const maxTextLength = 100;

/**
 * The text above the closed bubble: an agent's message or the text of a trigger. The live region is always in the document,
 * because screen readers often skip one that appears together with its text.
 */
export function Teaser() {
  const { chat, isOpen, openTeaser, options, setTeaser, teaser, translator } = usePanel();
  const { direction, language, locale, t } = translator.value;
  const text = teaser.value?.text;
  const owner = chat.value?.state.owner.value;
  const name = owner?.name ?? t('title');
  return (
    <div class="teaser-region" role="status" lang={language} dir={direction}>
      {text !== undefined && !isOpen.value && (
        <div class="teaser" part="teaser">
          <button type="button" class="words" onClick={openTeaser}>
            <Avatar class="small" name={name} url={owner?.avatarUrl ?? options.value.avatar} />
            <span class="text">
              <b>{name}</b>
              <span dir="auto">{shortenAtWord(withoutListMarks(textIn(text, locale)), maxTextLength)}</span>
            </span>
          </button>
          <button type="button" class="plain" aria-label={t('dismiss')} onClick={() => setTeaser(null)}>
            <Icon path={icons.close} />
          </button>
        </div>
      )}
    </div>
  );
}

/** The items of a list stand in a line: `Two slots are open: 4:30 pm · 5:15 pm`. A text may begin with a number that is no mark. */
function withoutListMarks(text: string): string {
  return text
    .replaceAll(/\n+/g, '\n')
    .replace(/^(?:•|\d+\.) (?=[^\n]*\n(?:•|\d+\.) )/, '')
    .replaceAll(/:\n(?:•|\d+\.) /g, ': ')
    .replaceAll(/\n(?:•|\d+\.) /g, ' · ');
}
