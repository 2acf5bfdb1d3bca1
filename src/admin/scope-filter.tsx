import type { AdminState } from './admin-state.ts';
import { formatShortTime } from './format.ts';
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
      {from !== undefined && to !== undefined && (
        <button type="button" onClick={() => void narrow({ from: undefined, to: undefined })}>
          {formatShortTime(from)} – {formatShortTime(to)} <span aria-hidden="true">×</span>
          <span class="hidden">, remove this filter</span>
        </button>
      )}
    </>
  );
}
