import type { Signal } from '@preact/signals';
import type { AdminState } from './admin-state.ts';
import { OperatorNameField } from './operator-name-field.tsx';

type ClosingFieldsProps = {
  state: AdminState;
  reason: Signal<string>;
  /** Where the reason is shown. */
  hint?: string;
};

/** Asks why something is decided, and by whom. */
export function ClosingFields({ state, reason, hint = 'shown in the log and to your team' }: ClosingFieldsProps) {
  return (
    <div class="fields">
      <label>
        Reason ({hint})
        <input
          type="text"
          maxLength={200}
          value={reason}
          onInput={(event) => {
            reason.value = event.currentTarget.value;
          }}
        />
      </label>
      <OperatorNameField state={state} />
    </div>
  );
}
