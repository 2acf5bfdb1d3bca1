import type { AdminState } from './admin-state.ts';
import type { LeadScope } from './lead-list-state.ts';

type Scope = Omit<LeadScope, 'state'>;

type ScopeFilterProps = {
  state: AdminState;
  scope: Scope;
  narrow: (change: { [Name in keyof Scope]: Scope[Name] | undefined }) => Promise<void>;
};

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
      <input
        aria-label="Page"
        placeholder="Page, such as /prices"
        value={page ?? ''}
        onChange={({ currentTarget }) => void narrow({ page: currentTarget.value.trim() || undefined })}
      />
      {variant !== undefined && (
        <button type="button" onClick={() => void narrow({ variant: undefined })}>
          {variant.replace('=', ': ')} <span aria-hidden="true">×</span>
          <span class="hidden">, remove this filter</span>
        </button>
      )}
      <label class="day">
        From
        <input
          type="date"
          value={dayOf(from)}
          onChange={({ currentTarget }) => void narrow({ from: startOf(currentTarget.value) })}
        />
      </label>
      <label class="day">
        to
        <input
          type="date"
          value={to === undefined ? '' : dayOf(new Date(Date.parse(to) - 1).toISOString())}
          onChange={({ currentTarget }) => void narrow({ to: endOf(currentTarget.value) })}
        />
      </label>
    </>
  );
}

/** The operator's day of a time, as the browser's date field has it. */
function dayOf(time: string | undefined): string {
  if (time === undefined) return '';
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The beginning of a day in the operator's time zone; undefined without a day. */
function startOf(day: string, later = 0): string | undefined {
  const [year = Number.NaN, month = 0, date = 0] = day.split('-').map(Number);
  return day === '' ? undefined : new Date(year, month - 1, date + later).toISOString();
}

function endOf(day: string): string | undefined {
  return startOf(day, 1);
}
