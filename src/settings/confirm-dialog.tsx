import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export type Confirmation = { title: string; text: string; button: string; isDanger: boolean; onConfirm: () => void };

type ConfirmDialogProps = { confirmation: Confirmation; onClose: () => void; children?: ComponentChildren };

/**
 * Asks for confirmation in a modal dialog, with the children below the text. Escape and Cancel close it. It stays open as
 * long as a control of the children is not filled in as it has to be.
 */
export function ConfirmDialog({ confirmation, onClose, children }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const { title, text, button, isDanger, onConfirm } = confirmation;
  return (
    <dialog ref={dialog} class="card" aria-labelledby="confirm-title" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
          onClose();
        }}
      >
        <h2 id="confirm-title">{title}</h2>
        <p>{text}</p>
        {children}
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class={isDanger ? 'danger' : 'primary'}>
            {button}
          </button>
        </div>
      </form>
    </dialog>
  );
}
