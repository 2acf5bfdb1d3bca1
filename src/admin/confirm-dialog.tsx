import { useEffect, useRef } from 'preact/hooks';

export type Confirmation = { title: string; text: string; button: string; danger: boolean; run: () => void };

/** Asks before something that cannot be taken back. Escape and Cancel do nothing. */
export function ConfirmDialog({ confirmation, onClose }: { confirmation: Confirmation; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { title, text, button, danger, run } = confirmation;
  return (
    <dialog ref={dialog} class="card" aria-labelledby="confirm-title" onClose={onClose}>
      <h2 id="confirm-title">{title}</h2>
      <p>{text}</p>
      <div class="actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class={danger ? 'danger' : 'primary'}
          onClick={() => {
            run();
            onClose();
          }}
        >
          {button}
        </button>
      </div>
    </dialog>
  );
}
