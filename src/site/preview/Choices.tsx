import { useId } from 'preact/hooks';

type ChoicesProps = {
  legend: string;
  choices: string[];
  value: string;
  onChange: (value: string) => void;
  /** The choices need no legend to be understood by those who see them. */
  isPlain?: boolean;
};

/** A few choices side by side, one of which is selected. */
export function Choices({ legend, choices, value, onChange, isPlain = false }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset class={isPlain ? 'segments is-plain' : 'segments'}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input type="radio" name={name} checked={choice === value} onChange={() => onChange(choice)} />
          {choice}
        </label>
      ))}
    </fieldset>
  );
}
