import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { createContext, type TargetedPointerEvent } from 'preact';
import { useContext, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ChatMessage } from '../../../core/index.ts';
import { listOf } from '../../../page-globals.ts';
import { cutText } from '../../../protocol/index.ts';
import { Icon, icons } from '../Icon.tsx';
import { usePanel, useTranslator } from '../panel-model.ts';
import { copyText } from './copy-text.ts';

/** What the visitor has chosen to copy, by its attribute `data-copy`. */
type Choice = { target: string; hasFocus: boolean };

type Outcome = { target: string; type: 'copied' | 'failed' };

/** Chooses which message, or block of code, has the copy button. */
export interface CopyModel {
  /** What has the button: the choice, or else the last message. */
  readonly target: ReadonlySignal<string | null>;
  readonly choice: ReadonlySignal<Choice | null>;
  /** What came of copying the target. Null once another one is chosen. */
  readonly outcome: ReadonlySignal<Outcome['type'] | null>;
  choose(choice: Choice | null): void;
  /** Moves the button and the focus by a number of targets. Returns false at the end of the log. */
  moveBy(step: number, button: HTMLElement): boolean;
  copy(target: string, text: string, button: HTMLElement): Promise<void>;
  /** For the log: the visitor points at a message, or taps it. */
  onPointerOver(event: TargetedPointerEvent<HTMLElement>): void;
  onPointerLeave(event: TargetedPointerEvent<HTMLElement>): void;
}

export const CopyContext = createContext<CopyModel | null>(null);

/**
 * The button moves to the last message after this pause: each move costs a layout, and screen readers would announce a button
 * that comes with its message as a part of it.
 */
const pauseMs = 300;

/** Only one message has the button: it is one tab stop, and screen readers do not read a button with each message. */
export function useCopyModel(messages: ReadonlySignal<readonly ChatMessage[]>): CopyModel {
  const { clock } = usePanel();
  const choice = useSignal<Choice | null>(null);
  const lastMessage = useSignal<string | null>(null);
  const lastOutcome = useSignal<Outcome | null>(null);
  useSignalEffect(() => {
    const last = messages.value.at(-1)?.id ?? null;
    if (last === null) choice.value = null;
    return clock.after(pauseMs, () => {
      lastMessage.value = last;
    });
  });
  const target = useComputed(() => choice.value?.target ?? lastMessage.value);
  const outcome = useComputed(() => (lastOutcome.value?.target === target.value ? lastOutcome.value.type : null));
  return useMemo(() => {
    const choose = (next: Choice | null) => {
      choice.value = next;
    };
    const hasFocus = () => choice.peek()?.hasFocus === true;
    return {
      target,
      choice,
      outcome,
      choose,
      moveBy(step, button) {
        const all = listOf(button.closest('.log')?.querySelectorAll<HTMLElement>('[data-copy]') ?? []);
        const next = all[all.findIndex(({ dataset }) => dataset.copy === target.peek()) + step];
        if (next?.dataset.copy === undefined) return false;
        next.scrollIntoView({ block: 'nearest' });
        choose({ target: next.dataset.copy, hasFocus: true });
        return true;
      },
      async copy(copied, text, button) {
        lastOutcome.value = null;
        const isCopied = await copyText(text, button);
        lastOutcome.value = { target: copied, type: isCopied ? 'copied' : 'failed' };
      },
      onPointerOver({ target: pointed }) {
        const next =
          pointed instanceof HTMLElement || pointed instanceof SVGElement
            ? pointed.closest<HTMLElement>('[data-copy]')?.dataset.copy
            : undefined;
        if (next !== undefined && next !== choice.peek()?.target) choose({ target: next, hasFocus: hasFocus() });
        else if (next === undefined && !hasFocus()) choose(null);
      },
      onPointerLeave({ pointerType }) {
        if (pointerType === 'mouse' && !hasFocus()) choose(null);
      },
    };
  }, [target, choice, outcome, lastOutcome]);
}

/** Returns the target if it is one of the component's own. The component renders again only when that changes. */
export function useOwnCopyTarget(isOwn: (target: string) => boolean): string | null {
  const model = useContext(CopyContext);
  return useComputed(() => {
    const target = model?.target.value ?? null;
    return target !== null && isOwn(target) ? target : null;
  }).value;
}

/** How far each key moves the button. */
const steps = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
]);

type CopyButtonProps = {
  target: string;
  kind: 'message' | 'code';
  text: string;
  /** What its name quotes. @default the text */
  excerpt?: string;
};

/** Copies the message, or the block of code, that it is in. Arrow keys move it from one to the next. */
export function CopyButton({ target, kind, text, excerpt = text }: CopyButtonProps) {
  const { t } = useTranslator();
  const { root } = usePanel();
  const model = useContext(CopyContext);
  const button = useRef<HTMLButtonElement>(null);
  const isChosen = model?.choice.value?.target === target;
  const hasFocus = isChosen && model.choice.value?.hasFocus === true;
  useLayoutEffect(() => {
    if (hasFocus) button.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  if (model === null) return null;
  const label = t(kind === 'code' ? 'copyCode' : 'copyMessage');
  return (
    <button
      type="button"
      ref={button}
      class={`copy ${isChosen ? 'shown' : ''}`}
      aria-label={isChosen ? `${label}: ${cutText(excerpt.trim().replace(/\s+/g, ' '), 80)}` : label}
      // The button moves within a live region, which would announce it with every message that the pointer passes.
      aria-live="off"
      onClick={({ currentTarget }) => void model.copy(target, text, currentTarget)}
      onFocus={() => model.choose({ target, hasFocus: true })}
      onBlur={({ currentTarget }) => {
        // The window may have lost the focus, but not the button. Or the arrow keys have moved it to another message.
        const hasMoved = model.choice.peek()?.target !== target;
        if (root.activeElement !== currentTarget && !hasMoved) model.choose(null);
      }}
      onKeyDown={(event) => {
        const step = steps.get(event.key);
        if (step !== undefined && model.moveBy(step, event.currentTarget)) event.preventDefault();
      }}
    >
      <Icon path={model.outcome.value === 'copied' ? icons.check : icons.copy} />
    </button>
  );
}

/** Says what came of copying. Not in the message: the live region must be there before its text. */
export function CopyStatus({ outcome }: Pick<CopyModel, 'outcome'>) {
  const { t } = useTranslator();
  return (
    <p class={outcome.value === 'failed' ? 'copy-failed' : 'hidden'} role="status">
      {outcome.value !== null && t(outcome.value === 'copied' ? 'copied' : 'copyFailed')}
    </p>
  );
}
