import type { Signal } from '@preact/signals';
import { OperatorNameField } from './operator-name-field.tsx';

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
      <OperatorNameField operatorName={operatorName} />
    </div>
  );
}
