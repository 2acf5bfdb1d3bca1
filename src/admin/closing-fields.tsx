import type { Signal } from '@preact/signals';

/** Asks why leads are closed, and by whom: all operators share one token, so only they can say who they are. */
export function ClosingFields({ operatorName, reason }: { operatorName: Signal<string>; reason: Signal<string> }) {
  return (
    <div class="fields">
      <label>
        Reason (shown in log and webhook)
        <input
          type="text"
          maxLength={200}
          value={reason}
          onInput={(event) => {
            reason.value = event.currentTarget.value;
          }}
        />
      </label>
      <label>
        Your name
        <input
          type="text"
          maxLength={80}
          autocomplete="name"
          value={operatorName}
          onInput={(event) => {
            operatorName.value = event.currentTarget.value;
          }}
        />
      </label>
    </div>
  );
}
