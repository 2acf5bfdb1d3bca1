import { useId } from 'preact/hooks';
import { countryName, type JsonObject, type Problem, problemsAt, withProperty } from '../../schema-form/index.ts';
import { ProblemTexts } from '../forms/problem-texts.tsx';
import { PlainField } from '../forms/text-field.tsx';
import { HolidaysEditor } from '../hours/holidays-editor.tsx';
import { usualHours, WeekEditor } from '../hours/week-editor.tsx';
import { browserZone, ZoneField } from '../hours/zone-field.tsx';
import { objectOf } from '../json-value.ts';
import { AgentField } from '../routes/agent-field.tsx';
import { appliedValue, settingOf } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';
import { useSetting, useSettingPart } from '../use-setting.ts';
import { useStable } from '../use-stable.ts';
import { CountriesField } from './countries-field.tsx';
import { usualCountry } from './country-field.tsx';

/** Who calls visitors of a form back, when, and in which countries. */
export function CallbackEditor({ settings, form }: CallbackProps) {
  const shown = useStable(() => {
    const { value, problems } = settingOf(settings, { form }, 'callback');
    return { isOffered: value !== undefined, problems: problems.filter(({ path }) => path.length === 0) };
  }, [settings, form]);
  return (
    <section class="form-part" aria-label="Call-backs">
      <h3>Call-backs</h3>
      <AgentField settings={settings} form={form} />
      {shown.isOffered && (
        <>
          <Hours settings={settings} form={form} />
          <DaysWithoutCalls settings={settings} form={form} />
          <Countries settings={settings} form={form} />
          <ShownNumber settings={settings} form={form} />
          <ProblemTexts problems={shown.problems} />
        </>
      )}
    </section>
  );
}

type CallbackProps = { settings: SettingsState; form: string };

function Hours({ settings, form }: CallbackProps) {
  const { value, problems } = useStable(() => {
    const { value, problems } = settingOf(settings, { form }, 'callback');
    const { hours, timeZone } = objectOf(value);
    return { value: objectOf({ hours, timeZone }), problems };
  }, [settings, form]);
  return (
    <CallHours
      callback={value}
      before={objectOf(appliedValue(settings, { form }, 'callback'))}
      problems={problems}
      onChange={(next) => {
        const { set, value: now } = settingOf(settings, { form }, 'callback');
        set(withProperty(withProperty(objectOf(now), 'hours', next.hours), 'timeZone', next.timeZone));
      }}
    />
  );
}

function DaysWithoutCalls({ settings, form }: CallbackProps) {
  const { value, problems, set } = useSettingPart(settings, { form }, 'callback', 'closed');
  return (
    <HolidaysEditor
      settings={settings}
      legend="Days without calls"
      noun="days without calls"
      hasText={false}
      add="Add days"
      hint="Besides the holidays under Opening hours, which count for every form."
      closed={value}
      problems={problems}
      onChange={set}
    />
  );
}

function Countries({ settings, form }: CallbackProps) {
  const { value, problems, set } = useSettingPart(settings, { form }, 'callback', 'countries');
  const country = useSetting(settings, { form }, 'defaultCountry').value;
  return (
    <CountriesField
      label="Countries that are called"
      hint={`Numbers of other countries are not called. Without a choice: ${countryName(String(country ?? usualCountry))}.`}
      countries={value}
      problems={problems}
      onChange={set}
    />
  );
}

function ShownNumber({ settings, form }: CallbackProps) {
  const { value, problems, set } = useSettingPart(settings, { form }, 'callback', 'from');
  return (
    <PlainField
      label="Number that visitors see"
      hint="Without one: a number of the agent."
      placeholder="+1 415 555 2671"
      value={typeof value === 'string' ? `+${value}` : undefined}
      problems={problems}
      onChange={(from = '') => set(digitsOf(from) || undefined)}
    />
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
