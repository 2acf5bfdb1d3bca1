import { computed } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { ResolvedOptions } from '../../../options/index.ts';
import { chooseLanguage, textIn } from '../../../protocol/locale.ts';
import { useChat } from '../chat-context.ts';
import { useFocusReturn } from '../focus.ts';
import { usePanel, useTranslator } from '../panel-model.ts';

/** Questions that the visitor can send by a click. Shown until the visitor has written. */
export function Starters() {
  const { messages } = useChat().state;
  const { options, translator } = usePanel();
  const texts = startersIn(options.value.starters, translator.value.locale);
  // Unlike with useComputed(), of the chat that is there now: another takes its place when options change.
  const hasWritten = useMemo(() => computed(() => messages.value.some(({ from }) => from === 'visitor')), [messages]);
  return hasWritten.value || texts.length === 0 ? null : <StarterList texts={texts} />;
}

function StarterList({ texts }: { texts: readonly string[] }) {
  const chat = useChat();
  const { t } = useTranslator();
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
  const texts = Array.isArray(starters) ? starters : (starters[chooseLanguage(starters, locale)] ?? []);
  return texts.map((text) => textIn(text, locale));
}
