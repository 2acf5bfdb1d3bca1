import { useId } from 'preact/hooks';
import { funnelGoals } from '../protocol/proxy/funnel-goals.ts';
import { dayOf } from '../settings/index.ts';
import type { AdminState } from './admin-state.ts';
import { stageNames } from './format.ts';
import { daysOf, lastDays, maxDays } from './funnel-range.ts';

/** Which days, which form, and what counts as a success. */
export function ConversionFilters({ state: { funnel, overview } }: { state: AdminState }) {
  const now = funnel.now();
  const forms = overview.value?.forms ?? [];
  const range = funnel.range.value;
  return (
    <div class="filters">
      <select
        aria-label="Period"
        value={'last' in range ? String(range.last) : 'days'}
        onChange={({ currentTarget }) => {
          const last = lastDays.find((days) => String(days) === currentTarget.value);
          // The days that are shown are those to begin with.
          void funnel.showRange(last === undefined ? daysOf(range, now) : { last });
        }}
      >
        {lastDays.map((days) => (
          <option key={days} value={String(days)}>
            {days === 1 ? 'Today' : `Last ${days} days`}
          </option>
        ))}
        <option value="days">From a day to a day</option>
      </select>
      {'from' in range && <DayFields range={range} now={now} onChange={(next) => void funnel.showRange(next)} />}
      {forms.length > 1 && (
        <select
          aria-label="Form"
          value={funnel.form.value ?? ''}
          onChange={({ currentTarget }) => void funnel.showForm(currentTarget.value || null)}
        >
          <option value="">All forms</option>
          {forms.map((form) => (
            <option key={form}>{form}</option>
          ))}
        </select>
      )}
      <select
        aria-label="Goal"
        value={funnel.goal.value}
        onChange={({ currentTarget }) => {
          const chosen = funnelGoals.find((goal) => goal === currentTarget.value);
          if (chosen !== undefined) funnel.setGoal(chosen);
        }}
      >
        {funnelGoals.map((goal) => (
          <option key={goal} value={goal}>
            {`Goal: ${stageNames[goal].toLowerCase()}`}
          </option>
        ))}
      </select>
    </div>
  );
}

type Days = { from: string; to: string };

/** What is typed stays as it is: a year is 0002 before it is 2026. */
function DayFields({ range, now, onChange }: { range: Days; now: number; onChange: (range: Days) => void }) {
  const id = useId();
  const first = new Date(now);
  first.setDate(first.getDate() - maxDays);
  const limits = { min: dayOf(first), max: dayOf(new Date(now)) };
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} class="day" for={`${id}-${end}`}>
          {end === 'from' ? 'From' : 'to'}
          <input
            id={`${id}-${end}`}
            type="date"
            {...limits}
            value={range[end]}
            onChange={({ currentTarget }) => onChange({ ...range, [end]: currentTarget.value })}
          />
        </label>
      ))}
    </>
  );
}
