import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AdminState } from '../admin-state.ts';

/** Asks what happens to changes that are not saved, before they are left. Escape stays. */
export function LeaveDialog({ state }: { state: AdminState }) {
  if (state.navigation.pending.value === null) return null;
  return <OpenDialog state={state} />;
}

function OpenDialog({ state: { navigation, settings } }: { state: AdminState }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="card" aria-labelledby="leave-title" onClose={() => navigation.stay()}>
      <h2 id="leave-title">Save your changes?</h2>
      <p>The settings have changes that are not saved yet.</p>
      <div class="actions">
        <button
          type="button"
          class="primary"
          onClick={async () => {
            await settings.save();
            if (settings.isChanged.peek()) navigation.stay();
            else navigation.leave();
          }}
        >
          Save and apply
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            settings.discard();
            navigation.leave();
          }}
        >
          Discard changes
        </button>
        <button type="button" onClick={() => navigation.stay()}>
          Stay here
        </button>
      </div>
    </dialog>
  );
}
