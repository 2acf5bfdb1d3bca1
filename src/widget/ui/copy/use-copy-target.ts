import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ChatMessage } from '../../../core/index.ts';
import { type CopyTarget, findCopyTargets, targetOf } from './copy-targets.ts';

type CopyTargetDeps = {
  log: HTMLElement;
  messages: ReadonlySignal<readonly ChatMessage[]>;
  /** The element around the button. A pointer that moves there from the log does not count as leaving. */
  container: RefObject<HTMLElement | null>;
};

/** Chooses what the copy button copies: what the visitor points at, taps, or has reached by the arrow keys. */
export function useCopyTarget({ log, messages, container }: CopyTargetDeps) {
  const target = useSignal<CopyTarget | null>(null);
  const isFocused = useSignal(false);

  const targets = () => findCopyTargets(log, messages.peek());
  const choose = (next: CopyTarget | null) => {
    if (next?.element !== target.peek()?.element) target.value = next;
  };
  const chooseLast = () => {
    if (target.peek() === null) choose(targets().findLast(({ kind }) => kind === 'message') ?? null);
    return target.peek();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: signals and refs stay the same
  useEffect(() => {
    const onPointerOver = (event: PointerEvent) => {
      const pointed = targetOf(event, targets());
      if (pointed !== undefined || !isFocused.peek()) choose(pointed ?? null);
    };
    const onPointerLeave = (event: PointerEvent) => {
      const isOnButton = event.relatedTarget instanceof Node && container.current?.contains(event.relatedTarget);
      if (event.pointerType === 'mouse' && !isFocused.peek() && isOnButton !== true) choose(null);
    };
    const onScroll = () => {
      if (!isFocused.peek()) choose(null);
    };
    const button = container.current;
    log.addEventListener('pointerover', onPointerOver);
    log.addEventListener('pointerleave', onPointerLeave);
    button?.addEventListener('pointerleave', onPointerLeave);
    log.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      log.removeEventListener('pointerover', onPointerOver);
      log.removeEventListener('pointerleave', onPointerLeave);
      button?.removeEventListener('pointerleave', onPointerLeave);
      log.removeEventListener('scroll', onScroll);
    };
  }, [log]);

  return {
    target,
    isFocused,
    /** Chooses the last message if nothing is chosen. Returns the choice. */
    chooseLast,
    /** Moves the choice by a number of targets and scrolls it into view. Returns undefined at the end of the log. */
    moveBy(step: number): CopyTarget | undefined {
      const all = targets();
      const next = all[all.findIndex(({ element }) => element === target.peek()?.element) + step];
      if (next === undefined) return undefined;
      next.element.scrollIntoView({ block: 'nearest' });
      choose(next);
      return next;
    },
    focus(): void {
      isFocused.value = true;
      chooseLast();
    },
    blur(): void {
      isFocused.value = false;
      choose(null);
    },
  };
}
