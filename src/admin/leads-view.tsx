import type { AdminLead, AdminOverview } from '../protocol/index.ts';
import type { AdminState } from './admin-state.ts';
import { BulkActions } from './bulk-actions.tsx';
import { formatCause, stateNames } from './format.ts';
import { LeadDetails } from './lead-details.tsx';
import { buttonId, LeadList } from './lead-list.tsx';
import type { View } from './lead-list-state.ts';

const views: View[] = ['attention', 'unknown', 'dead', 'held', 'pending', 'delivered', 'all'];

/** Leads by state and cause, with the actions for them. */
export function LeadsView({ state }: { state: AdminState }) {
  const { list } = state;
  const selected = list.selected.value;
  const counts = state.overview.value?.counts;
  const isFirst = counts !== undefined && countOf('all', counts) === 0;
  const closeDetails = (lead: AdminLead) => {
    list.select(null);
    // The focus goes back to where it came from.
    document.getElementById(buttonId(lead))?.focus();
  };
  return (
    <>
      <ViewTabs state={state} />
      <div class="filters">
        <input
          type="search"
          aria-label="Search"
          placeholder="Phone, name, email or ID"
          value={list.search}
          onInput={(event) => void list.searchFor(event.currentTarget.value)}
        />
        <CauseFilter state={state} />
        <BulkActions state={state} />
      </div>
      <div class={selected === null ? 'columns' : 'columns with-details'}>
        <LeadList list={list} isFirst={isFirst} />
        {selected !== null && (
          <LeadDetails key={selected.lead} lead={selected} state={state} onClose={() => closeDetails(selected)} />
        )}
      </div>
    </>
  );
}

function ViewTabs({ state: { overview, list } }: { state: AdminState }) {
  const counts = overview.value?.counts;
  return (
    <nav aria-label="Leads by state">
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={list.view.value === view}
          onClick={() => void list.showView(view)}
        >
          {nameOf(view)}
          {counts !== undefined && <span class="count">{countOf(view, counts)}</span>}
        </button>
      ))}
    </nav>
  );
}

function CauseFilter({ state: { list } }: { state: AdminState }) {
  const causes = list.causes.value;
  if (causes.length === 0) return null;
  const chosen = list.cause.value;
  const index = causes.findIndex(({ state, cause }) => state === chosen?.state && cause === chosen.cause);
  return (
    <select
      aria-label="Cause"
      value={String(index)}
      onChange={(event) => void list.showCause(causes[Number(event.currentTarget.value)] ?? null)}
    >
      <option value="-1">All causes</option>
      {causes.map(({ state, cause, count }, position) => (
        <option key={`${state} ${cause}`} value={String(position)}>
          {`${stateNames[state]} · ${formatCause(cause)} (${count})`}
        </option>
      ))}
    </select>
  );
}

function nameOf(view: View): string {
  if (view === 'attention') return 'Needs attention';
  return view === 'all' ? 'All' : stateNames[view];
}

function countOf(view: View, counts: AdminOverview['counts']): number {
  if (view === 'attention') return counts.unknown + counts.dead + counts.held;
  return view === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[view];
}
