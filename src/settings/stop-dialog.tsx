import { useSignal } from '@preact/signals';
import { ConfirmDialog } from './confirm-dialog.tsx';

type StopDialogProps = {
  name: string;
  variants: readonly string[];
  onStop: (keep: string | undefined) => void;
  onClose: () => void;
};

/** Asks what visitors see once the experiment has ended. */
export function StopDialog({ name, variants, onStop, onClose }: StopDialogProps) {
  const keep = useSignal<string | undefined>(undefined);
  const choice = (value: string | undefined, words: string) => (
    <label key={words} class="choice">
      <input
        type="radio"
        name="keep"
        checked={keep.value === value}
        onChange={() => {
          keep.value = value;
        }}
      />
      {words}
    </label>
  );
  return (
    <ConfirmDialog
      confirmation={{
        title: `Stop the experiment ${name}?`,
        text: 'It ends for everybody once you save. Its numbers stay in Conversion.',
        button: 'Stop',
        isDanger: false,
        onConfirm: () => onStop(keep.peek()),
      }}
      onClose={onClose}
    >
      <fieldset class="task-field">
        <legend>What visitors see from then on</legend>
        {choice(undefined, 'What they see without the experiment')}
        {variants.map((variant) => choice(variant, `The variant ${variant}`))}
      </fieldset>
    </ConfirmDialog>
  );
}
