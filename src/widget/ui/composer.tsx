import { batch } from '@preact/signals-core';
import { type Chat, maxMessageLength } from '../../core/index.ts';
import type { Translator } from '../../i18n/index.ts';
import { Icon, icons } from './icon.tsx';
import type { ViewState } from './model.ts';

/** From here on the counter is shown. */
const counterFrom = maxMessageLength - 500;

export type ComposerProps = {
  chat: Chat;
  translator: Translator;
  view: ViewState;
};

export function Composer({ chat, translator, view }: ComposerProps) {
  const length = view.draftLength.value;
  const left = maxMessageLength - length;
  const send = (text: HTMLTextAreaElement | null | undefined) => {
    if (!text) return;
    // Drawn once for the message and the empty field.
    batch(() => {
      if (chat.sendMessage(text.value) === undefined) return;
      text.value = '';
      grow(text);
      view.draftLength.value = 0;
      text.focus();
    });
  };
  return (
    // No form: a frame may forbid forms (`sandbox` without `allow-forms`), and a page may listen to their submission.
    <div class="composer">
      {length >= counterFrom && (
        <p class={left < 0 ? 'counter over' : 'counter'} id="counter" role={left < 0 ? 'alert' : undefined}>
          {left < 0
            ? translator.t('charactersOver', { count: -left })
            : translator.t('charactersLeft', { count: left })}
        </p>
      )}
      <div class="pill">
        <textarea
          rows={1}
          dir="auto"
          enterkeyhint="send"
          aria-label={translator.t('message')}
          aria-invalid={left < 0}
          aria-describedby={length >= counterFrom ? 'counter' : undefined}
          placeholder={translator.t('message')}
          onInput={(event) => {
            view.draftLength.value = event.currentTarget.value.length;
            grow(event.currentTarget);
          }}
          onKeyDown={(event) => {
            // While an input method composes, Enter chooses a word; 229 is how Safari says so.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
            event.preventDefault();
            send(event.currentTarget);
          }}
        />
        <button
          type="button"
          class="send"
          aria-label={translator.t('send')}
          disabled={length === 0 || left < 0}
          onClick={(event) => send(event.currentTarget.parentElement?.querySelector('textarea'))}
        >
          <Icon path={icons.send} />
        </button>
      </div>
    </div>
  );
}

/** As high as its text, up to six lines; by rows, since the page's policy may forbid inline styles. */
function grow(text: HTMLTextAreaElement): void {
  // The sheet sees to it where the browser can; asking for heights lays out the whole panel.
  if (CSS.supports('field-sizing', 'content')) return;
  text.rows = 1;
  while (text.rows < 6 && text.scrollHeight > text.clientHeight + 2) text.rows += 1;
}
