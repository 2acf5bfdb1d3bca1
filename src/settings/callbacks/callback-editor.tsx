import { useId } from 'preact/hooks';
import {
  countryName,
  type Json,
  type JsonObject,
  type Problem,
  problemsAt,
  withProperty,
} from '../../schema-form/index.ts';
import { ProblemTexts } from '../forms/problem-texts.tsx';
import { PlainField } from '../forms/text-field.tsx';
import { HolidaysEditor } from '../hours/holidays-editor.tsx';
import { usualHours, WeekEditor } from '../hours/week-editor.tsx';
import { browserZone, ZoneField } from '../hours/zone-field.tsx';
import { objectOf } from '../json-value.ts';
import { AgentField } from '../routes/agent-field.tsx';
import { appliedValue } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';
import { useSetting } from '../use-setting.ts';
import { CountriesField } from './countries-field.tsx';
import { usualCountry } from './country-field.tsx';

/** Who calls visitors of a form back, when, and in which countries. */
export function CallbackEditor({ settings, form }: { settings: SettingsState; form: string }) {
  const { value, problems, set } = useSetting(settings, { form }, 'callback');
  const callback = objectOf(value);
  const country = useSetting(settings, { form }, 'defaultCountry').value;
  const change = (key: string, next: Json | undefined) => set(withProperty(callback, key, next));
  return (
    <section class="form-part" aria-label="Call-backs">
      <h3>Call-backs</h3>
      <AgentField settings={settings} form={form} />
      {value !== undefined && (
        <>
          <CallHours
            callback={callback}
            before={objectOf(appliedValue(settings, { form }, 'callback'))}
            problems={problems}
            onChange={set}
          />
          <HolidaysEditor
            settings={settings}
            legend="Days without calls"
            noun="days without calls"
            hasText={false}
            add="Add days"
            hint="Besides the holidays under Opening hours, which count for every form."
            closed={callback.closed}
            problems={problemsAt(problems, 'closed')}
            onChange={(closed) => change('closed', closed)}
          />
          <CountriesField
            label="Countries that are called"
            hint={`Numbers of other countries are not called. Without a choice: ${countryName(String(country ?? usualCountry))}.`}
            countries={callback.countries}
            problems={problemsAt(problems, 'countries')}
            onChange={(countries) => change('countries', countries)}
          />
          <PlainField
            label="Number that visitors see"
            hint="Without one: a number of the agent."
            placeholder="+1 415 555 2671"
            value={typeof callback.from === 'string' ? `+${callback.from}` : undefined}
            problems={problemsAt(problems, 'from')}
            onChange={(from = '') => change('from', digitsOf(from) || undefined)}
          />
          <ProblemTexts problems={problems.filter(({ path }) => path.length === 0)} />
        </>
      )}
    </section>
  );
}

type CallHoursProps = {
  callback: JsonObject;
  /** What applies on the site: hours that are switched off and on are these again. */
  before: JsonObject;
  problems: readonly Problem[];
  onChange: (callback: JsonObject) => void;
};

/** When calls may be placed: a week to fill in, as for the chat. */
function CallHours({ callback, before, problems, onChange }: CallHoursProps) {
  const id = useId();
  const { hours, timeZone } = callback;
  const hasZone = timeZone !== undefined;
  return (
    <>
      <fieldset class="task-field">
        <legend>When visitors are called</legend>
        <label class="choice">
          <input
            type="radio"
            name={id}
            checked={hours === undefined}
            onChange={() => onChange(withProperty(withProperty(callback, 'hours', undefined), 'timeZone', undefined))}
          />
          At any hour
        </label>
        <label class="choice">
          <input
            type="radio"
            name={id}
            checked={hours !== undefined}
            onChange={() =>
              onChange(
                before.hours === undefined
                  ? { ...callback, hours: usualHours() }
                  : withProperty({ ...callback, hours: before.hours }, 'timeZone', before.timeZone),
              )
            }
          />
          In certain hours
        </label>
      </fieldset>
      {hours !== undefined && (
        <>
          <WeekEditor
            open={hours}
            word="calls"
            problems={problemsAt(problems, 'hours')}
            onChange={(next) => onChange({ ...callback, hours: next })}
          />
          <fieldset class="task-field">
            <legend>Whose hours these are</legend>
            <label class="choice">
              <input
                type="radio"
                name={`${id}-zone`}
                checked={!hasZone}
                onChange={() => onChange(withProperty(callback, 'timeZone', undefined))}
              />
              The visitor’s: nobody is called at night
            </label>
            <label class="choice">
              <input
                type="radio"
                name={`${id}-zone`}
                checked={hasZone}
                onChange={() => onChange({ ...callback, timeZone: browserZone() })}
              />
              Those of one time zone
            </label>
          </fieldset>
        </>
      )}
      {hasZone && (
        <ZoneField
          zone={timeZone}
          problems={problemsAt(problems, 'timeZone')}
          onChange={(zone) => onChange({ ...callback, timeZone: zone })}
        />
      )}
    </>
  );
}

/** As people write a number: `+1 (415) 555-2671`. */
function digitsOf(number: string): string {
  return number.replaceAll(/[\s()+./-]/g, '');
}
