import type { Json } from '../../schema-form/index.ts';
import { HolidaysEditor } from '../hours/holidays-editor.tsx';
import { startingHours } from '../hours/hours-field.tsx';
import { WeekEditor } from '../hours/week-editor.tsx';
import { ZoneField } from '../hours/zone-field.tsx';
import type { PageProps } from '../page-props.ts';
import { settingOf } from '../setting.ts';
import { ResetButton } from '../setting-control.tsx';
import { TaskField } from '../task-field.tsx';
import { useFocusNext } from '../use-focus-next.ts';
import { useSettingPart } from '../use-setting.ts';
import { useStable } from '../use-stable.ts';

/** A week to fill in, its zone, and the holidays. */
export function HoursPage({ settings, options }: PageProps) {
  const { isOpenAlways, isSaved, isInFile } = useStable(() => {
    const { value, isSaved, isInFile } = settingOf(settings, {}, 'hours');
    return { isOpenAlways: value === undefined, isSaved, isInFile };
  }, [settings]);
  const { root, focusNext } = useFocusNext<HTMLFormElement>();
  const setHours = (hours: Json | undefined) => settingOf(settings, {}, 'hours').set(hours);
  if (isOpenAlways) {
    return (
      <form ref={root} class="card" aria-label="Opening hours" onSubmit={(event) => event.preventDefault()}>
        <p>The chat is always open.</p>
        <div class="actions">
          <button
            type="button"
            class="primary"
            onClick={() => {
              focusNext('input');
              setHours(startingHours(settings));
            }}
          >
            Set opening hours
          </button>
        </div>
      </form>
    );
  }
  return (
    <form ref={root} class="card" aria-label="Opening hours" onSubmit={(event) => event.preventDefault()}>
      <Zone settings={settings} />
      <Week settings={settings} />
      <Holidays settings={settings} />
      <TaskField settings={settings} option={options.get('away')} />
      <button
        type="button"
        class="quiet reset"
        onClick={() => {
          focusNext('.primary');
          setHours(undefined);
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
            settingOf(settings, {}, 'hours').reset();
          }}
        />
      )}
    </form>
  );
}

type PartProps = Pick<PageProps, 'settings'>;

function Zone({ settings }: PartProps) {
  const { value, problems, set } = useSettingPart(settings, {}, 'hours', 'timeZone');
  return <ZoneField zone={value} problems={problems} onChange={set} />;
}

function Week({ settings }: PartProps) {
  const { value, problems, set } = useSettingPart(settings, {}, 'hours', 'open');
  return <WeekEditor open={value} word="open" problems={problems} onChange={set} />;
}

function Holidays({ settings }: PartProps) {
  const { value, problems, set } = useSettingPart(settings, {}, 'hours', 'closed');
  return (
    <HolidaysEditor
      settings={settings}
      legend="Holidays"
      noun="holiday"
      hasText={true}
      add="Add a holiday"
      hint="On these days the chat says why nobody answers, and nobody is called back."
      closed={value}
      problems={problems}
      onChange={set}
    />
  );
}
