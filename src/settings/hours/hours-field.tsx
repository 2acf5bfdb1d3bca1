import {
  type Json,
  objectValue,
  type Problem,
  problemsAt,
  settingLabel,
  withProperty,
} from '../../schema-form/index.ts';
import { ProblemNotes } from '../problem-notes.tsx';
import { appliedValue } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';
import { useFocusNext } from '../use-focus-next.ts';
import { HolidaysEditor } from './holidays-editor.tsx';
import { usualHours, WeekEditor } from './week-editor.tsx';
import { browserZone, ZoneField } from './zone-field.tsx';

type HoursFieldProps = {
  settings: SettingsState;
  value: Json | undefined;
  problems: readonly Problem[];
  onChange: (hours: Json) => void;
};

/** Opening hours that apply in some cases only. */
export function HoursField({ settings, value, problems, onChange }: HoursFieldProps) {
  const { root, focusNext } = useFocusNext<HTMLFieldSetElement>();
  const hours = objectValue(value);
  const change = (key: string, part: Json | undefined) => onChange(withProperty(hours, key, part));
  return (
    <fieldset class="task-field" ref={root}>
      <legend>{settingLabel('hours')}</legend>
      {value === undefined ? (
        <button
          type="button"
          class="small-button"
          onClick={() => {
            focusNext('input');
            onChange(startingHours(settings));
          }}
        >
          Set opening hours
        </button>
      ) : (
        <>
          <ZoneField
            zone={hours.timeZone}
            problems={problemsAt(problems, 'timeZone')}
            onChange={(zone) => change('timeZone', zone)}
          />
          <WeekEditor
            open={hours.open}
            word="open"
            problems={problemsAt(problems, 'open')}
            onChange={(open) => change('open', open)}
          />
          <HolidaysEditor
            settings={settings}
            legend="Holidays"
            noun="holiday"
            hasText={true}
            add="Add a holiday"
            hint="On these days the chat says why nobody answers."
            closed={hours.closed}
            problems={problemsAt(problems, 'closed')}
            onChange={(closed) => change('closed', closed)}
          />
          <ProblemNotes problems={problems.filter(({ path }) => path.length === 0)} />
        </>
      )}
    </fieldset>
  );
}

/** Those of the site, with the holidays, also after they were switched off; else the usual ones where the operator is. */
export function startingHours(settings: SettingsState): Json {
  return appliedValue(settings, {}, 'hours') ?? { timeZone: browserZone(), open: usualHours() };
}
