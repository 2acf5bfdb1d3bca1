import type { AdminState } from './admin-state.ts';

/** Asks who decides, unless the proxy knows: the admin token says nobody's name. */
export function OperatorNameField({ state: { overview, operatorName } }: { state: AdminState }) {
  if (overview.value?.operator?.name !== undefined) return null;
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
