import type { ChatMessage } from '../../../core/index.ts';

/** A message, or a block of code in it. */
export type CopyTarget = {
  /** The bubble, or the block of code. */
  element: HTMLElement;
  kind: 'message' | 'code';
  text: string;
};

/** Finds everything in a log that can be copied, in order. Messages are copied as they were written. */
export function findCopyTargets(log: HTMLElement, messages: readonly ChatMessage[]): CopyTarget[] {
  return [...log.querySelectorAll('.row:not(.greeting)')].flatMap((row, index) => {
    const bubble = row.querySelector<HTMLElement>('.bubble');
    if (bubble === null) return [];
    const message: CopyTarget = { element: bubble, kind: 'message', text: messages[index]?.text ?? bubble.innerText };
    const code = [...bubble.querySelectorAll('pre')].map((element): CopyTarget => {
      return { element, kind: 'code', text: element.textContent ?? '' };
    });
    return [message, ...code];
  });
}

/** Returns the target of an event: a block of code, otherwise the message. */
export function targetOf(event: Event, targets: readonly CopyTarget[]): CopyTarget | undefined {
  const elements = event.composedPath().filter((target) => target instanceof HTMLElement);
  const code = elements.find((element) => element.tagName === 'PRE');
  const bubble = elements.find((element) => element.classList.contains('row'))?.querySelector('.bubble');
  return targets.find(({ element }) => element === (code ?? bubble));
}
