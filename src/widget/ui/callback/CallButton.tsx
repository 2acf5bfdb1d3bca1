import type { ComponentProps } from 'preact';
import { useRef } from 'preact/hooks';
import { useFocusNext } from '../focus.ts';

/** A button that offers a call. One for now goes when the hours end, and the focus moves to the one for later behind it. */
export function CallButton(props: ComponentProps<'button'>) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusNext(button);
  return <button {...props} ref={button} />;
}
