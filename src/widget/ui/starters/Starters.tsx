import { useRef } from 'preact/hooks';
import type { Chat } from '../../../core/index.ts';
import { pickByLocale } from '../../../i18n/index.ts';
import type { ResolvedOptions } from '../../../options/index.ts';
import { useFocusReturn } from '../focus.ts';
import { usePanel } from '../panel-model.ts';

/** Questions that the visitor can send by a click. Shown until the visitor has written. */
export function Starters({ chat }: { chat: Chat }) {
  const { options, translator } = usePanel();
  const texts = startersIn(options.value.starters, translator.value.locale);
  const hasWritten = chat.state.messages.value.some(({ from }) => from === 'visitor');
  return hasWritten || texts.length === 0 ? null : <StarterList chat={chat} texts={texts} />;
}

function StarterList({ chat, texts }: { chat: Chat; texts: readonly string[] }) {
  const { t } = usePanel().translator.value;
  const list = useRef<HTMLUListElement>(null);
  useFocusReturn(list);
  return (
    <ul class="starters" ref={list} aria-label={t('starters')}>
      {texts.map((text) => (
        <li key={text}>
          <button type="button" dir="auto" onClick={() => chat.sendMessage(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function startersIn(starters: ResolvedOptions['starters'], locale: string): readonly string[] {
  return Array.isArray(starters) ? starters : (pickByLocale(starters, locale) ?? []);
}
