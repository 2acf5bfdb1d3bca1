import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { maxMessageLength } from '../../../core/index.ts';
import { isOfInputMethod } from '../../../protocol/input-method.ts';
import { useChat } from '../chat-context.ts';
import { useFocusPlaces } from '../focus.ts';
import { Icon, icons } from '../Icon.tsx';
import { usePanel } from '../panel-model.ts';
import { Disclosure, useDisclosure } from './Disclosure.tsx';

/** The counter appears when this many characters are left. */
const counterThreshold = 500;

/** The message field. It is not a `<form>`, because a frame may forbid forms (`sandbox` without `allow-forms`). */
export function Composer() {
  const chat = useChat();
  const { draft, setDraft, translator } = usePanel();
  const { t } = translator.value;
  const { composer: field } = useFocusPlaces();
  const charactersLeft = maxMessageLength - draft.value.length;
  const isTooLong = charactersLeft < 0;
  const hasCounter = charactersLeft <= counterThreshold;
  const disclosure = useDisclosure();
  const descriptions = [disclosure && 'disclosure', hasCounter && 'counter'].filter(Boolean);
  useAutoGrow(field, draft.value);
  const send = () => {
    if (chat.sendMessage(draft.peek()) === undefined) return;
    setDraft('');
    field.current?.focus();
  };
  return (
    <div class="composer" part="composer">
      {disclosure && <Disclosure id="disclosure" words={disclosure} />}
      {hasCounter && (
        <p class={isTooLong ? 'counter over' : 'counter'} id="counter" role={isTooLong ? 'alert' : undefined}>
          {isTooLong ? t('charactersOver', { count: -charactersLeft }) : t('charactersLeft', { count: charactersLeft })}
        </p>
      )}
      <div class="pill">
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          enterkeyhint="send"
          aria-label={t('message')}
          aria-invalid={isTooLong}
          aria-describedby={descriptions.join(' ') || undefined}
          placeholder={t('message')}
          value={draft.value}
          onInput={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isOfInputMethod(event)) return;
            event.preventDefault();
            send();
          }}
        />
        <button
          type="button"
          class="send"
          part="send"
          aria-label={t('send')}
          disabled={draft.value.length === 0 || isTooLong}
          onClick={send}
        >
          <Icon path={icons.send} />
        </button>
      </div>
    </div>
  );
}

const maxRows = 6;

/** Replaces `field-sizing` where it is missing. */
function useAutoGrow(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const field = ref.current;
    if (field === null || 'fieldSizing' in field.style) return;
    field.rows = 1;
    while (field.rows < maxRows && field.scrollHeight > field.clientHeight + 2) field.rows += 1;
  }, [ref, text]);
}
