import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export type Confirmation = { title: string; text: string; button: string; isDanger: boolean; onConfirm: () => void };

type ConfirmDialogProps = { confirmation: Confirmation; onClose: () => void; children?: ComponentChildren };

/** Asks for confirmation in a modal dialog, with the children below the text. Escape and Cancel close it. */
export function ConfirmDialog({ confirmation, onClose, children }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const { title, text, button, isDanger, onConfirm } = confirmation;
  return (
    <dialog ref={dialog} class="card" aria-labelledby="confirm-title" onClose={onClose}>
      <h2 id="confirm-title">{title}</h2>
      <p>{text}</p>
      {children}
      <div class="actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class={isDanger ? 'danger' : 'primary'}
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {button}
        </button>
      </div>
    </dialog>
  );
}
