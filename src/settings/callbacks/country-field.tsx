import { useId } from 'preact/hooks';
import { countryChoices, countryName } from '../../schema-form/index.ts';
import { isInvalid, ProblemTexts } from '../forms/problem-texts.tsx';
import type { SettingsState } from '../settings-state.ts';
import { useSetting } from '../use-setting.ts';

/** The country of a form without one of its own. */
export const usualCountry = 'US';

/** How numbers without + are read. */
export function CountryField({ settings, form }: { settings: SettingsState; form: string }) {
  const id = useId();
  const { value, problems, set } = useSetting(settings, { form }, 'defaultCountry');
  const chosen = typeof value === 'string' ? value.toUpperCase() : usualCountry;
  const choices = countryChoices();
  return (
    <div class="task-field field">
      <label for={id}>Country of phone numbers</label>
      <select
        id={id}
        value={chosen}
        aria-describedby={`${id}-about`}
        aria-invalid={isInvalid(problems)}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      >
        {!choices.some(([code]) => code === chosen) && <option value={chosen}>{countryName(chosen)}</option>}
        {choices.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <div id={`${id}-about`}>
        <p class="hint">A number that somebody writes without + and country code is one of this country.</p>
        <ProblemTexts problems={problems} />
      </div>
    </div>
  );
}
