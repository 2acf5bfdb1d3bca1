import type { Signal } from '@preact/signals';

/** Asks who decides. All operators share one token, so only they can say who they are. */
export function OperatorNameField({ operatorName }: { operatorName: Signal<string> }) {
  return (
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
  );
}
