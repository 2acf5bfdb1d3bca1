import { type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { createContext, type RefObject } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { cutText } from '../../../protocol/cut-text.ts';
import { Icon, icons } from '../Icon.tsx';
import { usePanel, useTranslator } from '../panel-model.ts';
import { useRequired } from '../use-required.ts';
import { copyText } from './copy-text.ts';

/** What came of copying. `target`: the message or the block of code, by its attribute `data-copy`; null for the conversation. */
type Outcome = { readonly target: string | null; readonly type: 'copied' | 'failed' };

export interface CopyModel {
  /** The message, or the block of code, that the visitor points at or has tapped. It has a copy button. */
  readonly pointed: Signal<string | null>;
  /** The one that has the focus in it has a copy button, too. */
  readonly focused: Signal<string | null>;
  /** Null again after a while. */
  readonly outcome: Signal<Outcome | null>;
  copy(text: string, target: string | null): Promise<void>;
}

export const CopyContext = createContext<CopyModel | null>(null);

/** Long enough to read why nothing was copied. */
const outcomeMs = 5_000;

export function useCopyModel(panel: RefObject<HTMLElement | null>): CopyModel {
  const { clock } = usePanel();
  const pointed = useSignal<string | null>(null);
  const focused = useSignal<string | null>(null);
  const outcome = useSignal<Outcome | null>(null);
  useSignalEffect(() => {
    if (outcome.value === null) return;
    return clock.after(outcomeMs, () => {
      outcome.value = null;
    });
  });
  return useMemo(
    () => ({
      pointed,
      focused,
      outcome,
      async copy(text, target) {
        outcome.value = null;
        const isCopied = await copyText(text, panel.current);
        outcome.value = { target, type: isCopied ? 'copied' : 'failed' };
      },
    }),
    [pointed, focused, outcome, panel],
  );
}

export const useCopy = () => useRequired(CopyContext);

/**
 * Listeners for the log. The button is there only while the visitor points at its message or has the focus in it: in a log, screen
 * readers would read a button of each message with it.
 */
export function useCopyListeners() {
  const { root } = usePanel();
  const { pointed, focused } = useCopy();
  return useMemo(
    () => ({
      onPointerOver(event: Event) {
        pointed.value = targetOf(event);
      },
      onPointerLeave({ pointerType }: PointerEvent) {
        // A tap leaves the log as soon as it ends.
        if (pointerType === 'mouse') pointed.value = null;
      },
      onFocusIn(event: Event) {
        focused.value = targetOf(event);
      },
      onFocusOut({ target }: Event) {
        // The window may have lost the focus, but not the element.
        if (root.activeElement !== target) focused.value = null;
      },
    }),
    [pointed, focused, root],
  );
}

function targetOf({ target }: Event): string | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
  return element?.dataset.copy ?? null;
}

/** Whether the message or block of code has the button now. The component renders again only when that changes. */
export function useIsCopyTarget(target: string): boolean {
  // A text outside the panel has none.
  const model = useContext(CopyContext);
  return useComputed(() => model?.pointed.value === target || model?.focused.value === target).value;
}

type CopyButtonProps = {
  target: string;
  kind: 'message' | 'code';
  text: string;
  /** What its name quotes. @default the text */
  excerpt?: string;
};

/** Copies the message, or the block of code, that it is in. */
export function CopyButton({ target, kind, text, excerpt = text }: CopyButtonProps) {
  const { t } = useTranslator();
  const { outcome, copy } = useCopy();
  const isCopied = outcome.value?.target === target && outcome.value.type === 'copied';
  const label = t(kind === 'code' ? 'copyCode' : 'copyMessage');
  return (
    <button
      type="button"
      class="copy"
      aria-label={`${label}: ${cutText(excerpt.trim().replace(/\s+/g, ' '), 80)}`}
      // It comes and goes within a live region, which would announce it with every message that the pointer passes.
      aria-live="off"
      onClick={() => void copy(text, target)}
    >
      <Icon path={isCopied ? icons.check : icons.copy} />
    </button>
  );
}

/** Says what came of copying. Not in the message: the live region must be there before its text. */
export function CopyStatus() {
  const { t } = useTranslator();
  const type = useCopy().outcome.value?.type;
  return (
    <p class={type === 'failed' ? 'copy-failed' : 'hidden'} role="status">
      {type !== undefined && t(type === 'copied' ? 'copied' : 'copyFailed')}
    </p>
  );
}
