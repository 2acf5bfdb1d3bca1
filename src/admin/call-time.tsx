import { useSignal } from '@preact/signals';
import { ConfirmDialog } from '../settings/index.ts';
import type { AdminState } from './admin-state.ts';
import { OperatorNameField } from './operator-name-field.tsx';
import type { CallTarget } from './record-actions.ts';

type CallTimeProps = {
  state: AdminState;
  target: CallTarget;
  /** Accessible name. */
  name: string;
  text: string;
};

/** A button that asks when to call. A time outside the hours of the form is asked about once more. */
export function CallTime({ state, target, name, text }: CallTimeProps) {
  const step = useSignal<'closed' | 'time' | 'outside-hours'>('closed');
  const time = useSignal('');
  const plan = async (confirm: boolean) => {
    const date = new Date(time.peek());
    if (Number.isNaN(date.getTime())) return;
    const result = await state.records.planCall(target, date.toISOString(), confirm);
    step.value = result === 'outside-hours' ? result : 'closed';
  };
  return (
    <>
      <button
        type="button"
        aria-label={name}
        onClick={() => {
          step.value = 'time';
        }}
      >
        {text}
      </button>
      {step.value === 'time' && (
        <ConfirmDialog
          confirmation={{
            title: 'When to call?',
            text: 'In your time zone, within the next seven days.',
            button: 'Plan the call',
            isDanger: false,
            onConfirm: () => void plan(false),
          }}
          onClose={() => {
            if (step.peek() === 'time') step.value = 'closed';
          }}
        >
          <div class="fields">
            <label>
              Day and time
              <input
                type="datetime-local"
                required
                value={time}
                onInput={(event) => {
                  time.value = event.currentTarget.value;
                }}
              />
            </label>
            <OperatorNameField state={state} />
          </div>
        </ConfirmDialog>
      )}
      {step.value === 'outside-hours' && (
        <OutsideHours
          onConfirm={() => void plan(true)}
          onClose={() => {
            if (step.peek() === 'outside-hours') step.value = 'closed';
          }}
        />
      )}
    </>
  );
}

/** Asks whether to call although the form has other hours. */
export function OutsideHours({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      confirmation={{
        title: 'Call outside the hours?',
        text: 'This time is outside the call-back hours of the form.',
        button: 'Call nevertheless',
        isDanger: true,
        onConfirm,
      }}
      onClose={onClose}
    />
  );
}
