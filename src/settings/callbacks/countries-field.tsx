import { useId, useRef } from 'preact/hooks';
import { countryChoices, countryName, type Json, type Problem } from '../../schema-form/index.ts';
import { AddingSelect } from '../adding-select.tsx';
import { Chips } from '../chips.tsx';
import { isInvalid, ProblemTexts } from '../forms/problem-texts.tsx';

type CountriesFieldProps = {
  label: string;
  /** What it means that none is chosen. */
  hint: string;
  countries: Json | undefined;
  problems: readonly Problem[];
  onChange: (countries: string[] | undefined) => void;
};

/** Countries by their names. */
export function CountriesField({ label, hint, countries, problems, onChange }: CountriesFieldProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const chosen = Array.isArray(countries) ? countries.map(String) : [];
  const change = (next: string[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <div class="task-field field">
      <label for={id}>{label}</label>
      <Chips
        noun="country"
        chips={chosen.map((code) => [code, countryName(code)])}
        onRemove={(code) => {
          change(chosen.filter((other) => other !== code));
          select.current?.focus();
        }}
      />
      <AddingSelect
        selectRef={select}
        id={id}
        words="Add a country…"
        choices={countryChoices().filter(([code]) => !chosen.includes(code))}
        aria-describedby={`${id}-about`}
        isInvalid={isInvalid(problems)}
        onAdd={(code) => change([...chosen, code])}
      />
      <div id={`${id}-about`}>
        <p class="hint">{hint}</p>
        <ProblemTexts problems={problems} />
      </div>
    </div>
  );
}
