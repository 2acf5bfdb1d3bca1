import { useSignal } from '@preact/signals';
import { dayOf } from '../settings/index.ts';
import type { AdminState } from './admin-state.ts';
import { startOfDay } from './days.ts';
import type { LeadScope } from './lead-list-state.ts';

type Scope = Omit<LeadScope, 'state'>;

type ScopeFilterProps = {
  state: AdminState;
  scope: Scope;
  narrow: (change: { [Name in keyof Scope]: Scope[Name] | undefined }) => Promise<void>;
};

/** So that a year has four digits, and so has the day after. */
const lastDay = '9999-12-30';

/** Form and page; and the variant and time that a number of the tab "Conversion" was opened with. */
export function ScopeFilter({ state: { overview }, scope, narrow }: ScopeFilterProps) {
  const { form, page, variant, from, to } = scope;
  const forms = overview.value?.forms ?? [];
  return (
    <>
      {forms.length > 1 && (
        <select
          aria-label="Form"
          value={form ?? ''}
          onChange={({ currentTarget }) => void narrow({ form: currentTarget.value || undefined })}
        >
          <option value="">All forms</option>
          {forms.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <PageField page={page} onPage={(chosen) => void narrow({ page: chosen })} />
      {variant !== undefined && (
        <button type="button" onClick={() => void narrow({ variant: undefined })}>
          {variant.replace('=', ': ')} <span aria-hidden="true">×</span>
          <span class="hidden">, remove this filter</span>
        </button>
      )}
      {/* They stay together where the filters take two rows. */}
      <span class="days">
        <label class="day">
          From
          <input
            type="date"
            max={lastDay}
            value={dayAt(from)}
            onChange={({ currentTarget }) => void narrow({ from: startOf(currentTarget.value) })}
          />
        </label>
        <label class="day">
          to
          <input
            type="date"
            max={lastDay}
            value={to === undefined ? '' : dayOf(new Date(Date.parse(to) - 1))}
            onChange={({ currentTarget }) => void narrow({ to: endOf(currentTarget.value) })}
          />
        </label>
      </span>
    </>
  );
}

/** The page that is listed, or what is typed instead and not listed yet: a refresh of the dashboard leaves it. */
function PageField({ page, onPage }: { page: string | undefined; onPage: (page: string | undefined) => void }) {
  const typed = useSignal<string | null>(null);
  return (
    <input
      aria-label="Page"
      placeholder="Page, such as /prices"
      value={typed.value ?? page ?? ''}
      onInput={({ currentTarget }) => {
        typed.value = currentTarget.value;
      }}
      onChange={({ currentTarget }) => {
        typed.value = null;
        onPage(currentTarget.value.trim() || undefined);
      }}
      onBlur={() => {
        typed.value = null;
      }}
    />
  );
}

/** The operator's day of a time; empty without one. */
function dayAt(time: string | undefined): string {
  return time === undefined ? '' : dayOf(new Date(time));
}

function startOf(day: string): string | undefined {
  return startOfDay(day)?.toISOString();
}

function endOf(day: string): string | undefined {
  return startOfDay(day, 1)?.toISOString();
}
