import { type JsonObject, problemsAt, withProperty } from '../../schema-form/index.ts';
import { HolidaysEditor } from '../hours/holidays-editor.tsx';
import { usualHours, WeekEditor } from '../hours/week-editor.tsx';
import { browserZone, ZoneField } from '../hours/zone-field.tsx';
import { objectOf } from '../json-value.ts';
import type { PageProps } from '../page-props.ts';
import { appliedValue } from '../setting.ts';
import { ResetButton } from '../setting-control.tsx';
import { TaskField } from '../task-field.tsx';
import { useFocusNext } from '../use-focus-next.ts';
import { useSetting } from '../use-setting.ts';

/** A week to fill in, its zone, and the holidays. */
export function HoursPage({ settings, options }: PageProps) {
  const { value, isSaved, isInFile, problems, set, reset } = useSetting(settings, {}, 'hours');
  const hours = objectOf(value);
  const { root, focusNext } = useFocusNext<HTMLFormElement>();
  if (value === undefined) {
    return (
      <form ref={root} class="card" aria-label="Opening hours" onSubmit={(event) => event.preventDefault()}>
        <p>The chat is always open.</p>
        <div class="actions">
          <button
            type="button"
            class="primary"
            onClick={() => {
              focusNext('input');
              // Hours that are switched off and on are those of the site again, with the holidays.
              set(appliedValue(settings, {}, 'hours') ?? { timeZone: browserZone(), open: usualHours() });
            }}
          >
            Set opening hours
          </button>
        </div>
      </form>
    );
  }
  const change = (next: JsonObject) => set({ ...hours, ...next });
  return (
    <form ref={root} class="card" aria-label="Opening hours" onSubmit={(event) => event.preventDefault()}>
      <ZoneField
        zone={hours.timeZone}
        problems={problemsAt(problems, 'timeZone')}
        onChange={(timeZone) => change({ timeZone })}
      />
      <WeekEditor
        open={hours.open}
        word="open"
        problems={problemsAt(problems, 'open')}
        onChange={(open) => change({ open })}
      />
      <HolidaysEditor
        settings={settings}
        legend="Holidays"
        noun="holiday"
        hasText={true}
        add="Add a holiday"
        hint="On these days the chat says why nobody answers, and nobody is called back."
        closed={hours.closed}
        problems={problemsAt(problems, 'closed')}
        onChange={(closed) => set(withProperty(hours, 'closed', closed))}
      />
      <TaskField settings={settings} option={options.get('away')} />
      <button
        type="button"
        class="quiet reset"
        onClick={() => {
          focusNext('.primary');
          set(undefined);
        }}
      >
        The chat is always open
      </button>
      {isSaved && (
        <ResetButton
          name="opening hours"
          isInFile={isInFile}
          onClick={() => {
            focusNext('.primary, input');
            reset();
          }}
        />
      )}
    </form>
  );
}
