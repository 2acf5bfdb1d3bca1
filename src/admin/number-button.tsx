import { useEffect, useRef } from 'preact/hooks';
import type { AdminState, ShownNumber } from './admin-state.ts';
import { formatNumber } from './format.ts';

type NumberButtonProps = {
  state: AdminState;
  number: ShownNumber;
  /** Accessible name, without the count. */
  label: string;
  onShow: () => void;
};

/** A number that opens its list. It gets the focus again when the operator comes back from there. */
export function NumberButton({ state, number: { name, count }, label, onShow }: NumberButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (state.shownNumber.peek()?.name === name) button.current?.focus();
  }, [state, name]);
  if (count === 0) return <>0</>;
  return (
    <button ref={button} type="button" class="number" aria-label={`${label}: ${count}, show them`} onClick={onShow}>
      {formatNumber(count)}
    </button>
  );
}

/** Above a list that a number has opened: which number it was, and the way back. It gets the focus, because its number is gone. */
export function ShownNumberBar({ state }: { state: AdminState }) {
  const number = state.shownNumber.value;
  const bar = useRef<HTMLParagraphElement>(null);
  const name = number?.name;
  useEffect(() => {
    if (name === undefined) return;
    bar.current?.focus({ preventScroll: true });
    // The number may be far below the first entries of its list.
    window.scrollTo(0, 0);
  }, [name]);
  if (number === null) return null;
  return (
    <div class="shown-number">
      <p ref={bar} tabIndex={-1}>
        You came from{' '}
        <strong>
          {number.name}: {formatNumber(number.count)}
        </strong>
        . The list shows them as they are now.
      </p>
      <button type="button" onClick={() => state.returnToNumber()}>
        Back to the number
      </button>
    </div>
  );
}
