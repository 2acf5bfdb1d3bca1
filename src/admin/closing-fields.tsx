import type { Signal } from '@preact/signals';
import { OperatorNameField } from './operator-name-field.tsx';

/** Asks why something is decided, and by whom; `hint` says where the reason is shown. All operators share one token, so only they can say who they are. */
export function ClosingFields({
  operatorName,
  reason,
  hint = 'shown in log and webhook',
}: {
  operatorName: Signal<string>;
  reason: Signal<string>;
  hint?: string;
}) {
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
      <OperatorNameField operatorName={operatorName} />
    </div>
  );
}
