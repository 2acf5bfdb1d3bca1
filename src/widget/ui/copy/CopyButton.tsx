import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ChatMessage } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import { Icon, icons } from '../Icon.tsx';
import { usePanel } from '../panel-model.ts';
import type { CopyTarget } from './copy-targets.ts';
import { copyText } from './copy-text.ts';
import { useCopyPlace } from './use-copy-place.ts';
import { useCopyTarget } from './use-copy-target.ts';

type CopyButtonProps = { log: HTMLElement; messages: ReadonlySignal<readonly ChatMessage[]> };

/** What the live region announces: the outcome of copying a target, or the target that the arrow keys moved to. */
type Announcement = { type: 'copied' | 'failed' | 'moved'; target: CopyTarget };

/** How far each key moves the button. */
const steps = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
]);

/**
 * One copy button for the whole log, shown at the message that the visitor points at or taps. In the DOM it follows the log:
 * it is a single tab stop, moved between messages by the arrow keys, and screen readers do not read a button with each message.
 */
export function CopyButton({ log, messages }: CopyButtonProps) {
  const { translator } = usePanel();
  const container = useRef<HTMLDivElement>(null);
  const lastAnnouncement = useSignal<Announcement | null>(null);
  /** Copying by selection briefly moves the focus, which must not hide the button. */
  const isCopying = useRef(false);
  const { target, isFocused, ...choice } = useCopyTarget({ log, messages, container });
  useCopyPlace(log, target);
  const { t } = translator.value;
  // An announcement ends when another target is chosen.
  const announcement = lastAnnouncement.value?.target === target.value ? lastAnnouncement.value : null;
  const copy = async () => {
    const chosen = choice.chooseLast();
    if (chosen === null || container.current === null) return;
    lastAnnouncement.value = null;
    isCopying.current = true;
    const isCopied = await copyText(chosen.text, container.current);
    isCopying.current = false;
    lastAnnouncement.value = { type: isCopied ? 'copied' : 'failed', target: chosen };
  };
  return (
    <div ref={container}>
      <button
        type="button"
        class={`copy ${target.value === null && !isFocused.value ? '' : 'shown'}`}
        aria-label={target.value === null ? t('copyMessage') : nameOf(target.value, translator.value)}
        onClick={() => void copy()}
        onFocus={() => {
          if (!isCopying.current) choice.focus();
        }}
        onBlur={() => {
          if (!isCopying.current) choice.blur();
        }}
        onKeyDown={(event) => {
          const step = steps.get(event.key);
          const moved = step === undefined ? undefined : choice.moveBy(step);
          if (moved === undefined) return;
          event.preventDefault();
          // Not every screen reader announces that the name of the focused button has changed.
          lastAnnouncement.value = { type: 'moved', target: moved };
        }}
      >
        <Icon path={announcement?.type === 'copied' ? icons.check : icons.copy} />
      </button>
      <span class={announcement?.type === 'failed' ? 'copy-failed' : 'hidden'} role="status">
        {announcement !== null && announcementText(announcement, translator.value)}
      </span>
    </div>
  );
}

function nameOf({ kind, text }: CopyTarget, { t }: Translator): string {
  const start = text.trim().replace(/\s+/g, ' ').slice(0, 80);
  return `${t(kind === 'code' ? 'copyCode' : 'copyMessage')}: ${start}`;
}

function announcementText({ type, target }: Announcement, translator: Translator): string {
  switch (type) {
    case 'copied':
      return translator.t('copied');
    case 'failed':
      return translator.t('copyFailed');
    case 'moved':
      return nameOf(target, translator);
    default:
      return type satisfies never;
  }
}
