import { useEffect, useRef } from 'preact/hooks';
import { type LeadSort, leadSorts } from '../protocol/admin/leads.ts';
import type { AdminOverview } from '../protocol/admin/overview.ts';
import { formatCause } from '../protocol/reason-words.ts';
import type { AdminState } from './admin-state.ts';
import { BulkActions } from './bulk-actions.tsx';
import { Filters } from './filters.tsx';
import { stateNames } from './format.ts';
import { LeadDetails } from './lead-details.tsx';
import { buttonId, LeadList } from './lead-list.tsx';
import type { View } from './lead-list-state.ts';
import { ShownNumberBar } from './number-button.tsx';
import { ScopeFilter } from './scope-filter.tsx';

const views: View[] = ['attention', 'unknown', 'dead', 'held', 'pending', 'delivered', 'closed', 'all'];

/** Leads by state and cause, with the actions for them. */
export function LeadsView({ state }: { state: AdminState }) {
  const { list } = state;
  const selected = list.selected.value;
  const counts = state.overview.value?.counts;
  const isFirst = counts !== undefined && countOf('all', counts) === 0;
  // When the details close, the focus returns to the button that opened them, as soon as it is shown again.
  const returnTo = useRef<string | null>(null);
  useEffect(() => {
    if (selected !== null || returnTo.current === null) return;
    document.getElementById(returnTo.current)?.focus();
    returnTo.current = null;
  }, [selected]);
  return (
    <>
      <ShownNumberBar state={state} />
      <ViewTabs state={state} />
      <Filters
        isInUse={isInUse(list)}
        search={
          <input
            type="search"
            aria-label="Search"
            placeholder="Name, phone or email"
            value={list.search}
            onInput={(event) => void list.searchFor(event.currentTarget.value)}
          />
        }
      >
        <CauseFilter state={state} />
        <ScopeFilter state={state} scope={list.scope.value} narrow={list.narrow} />
        <select
          aria-label="Sort"
          value={list.sort.value}
          onChange={({ currentTarget }) => {
            const chosen = leadSorts.find((sort) => sort === currentTarget.value);
            if (chosen !== undefined) void list.sortBy(chosen);
          }}
        >
          {leadSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortNames[sort]}
            </option>
          ))}
        </select>
        <BulkActions state={state} />
      </Filters>
      <FoundElsewhere state={state} />
      <div class={selected === null ? 'columns' : 'columns with-details'}>
        <LeadList
          list={list}
          isFirst={isFirst}
          isSelectable={state.may('POST /leads/bulk') || state.may('POST /leads/csv')}
        />
        {selected !== null && (
          <LeadDetails
            key={selected.lead}
            lead={selected}
            state={state}
            onClose={() => {
              returnTo.current = buttonId(selected);
              list.select(null);
            }}
          />
        )}
      </div>
    </>
  );
}

/** Whether a filter or a selection narrows what is listed, or what is done to it. */
function isInUse({ scope, cause, marked }: AdminState['list']): boolean {
  return Object.keys(scope.value).length > 0 || cause.value !== null || marked.value.size > 0;
}

const sortNames: Record<LeadSort, string> = { newest: 'Newest first', oldest: 'Oldest first', name: 'By name' };

/** What the search finds in other states: nobody should think that it is not there. */
function FoundElsewhere({ state: { list } }: { state: AdminState }) {
  const found = list.elsewhere.value;
  if (found.length === 0) return null;
  return (
    <p class="elsewhere">
      Also found:{' '}
      {found.map(({ state, count }) => (
        <button key={state} type="button" class="quiet" onClick={() => void list.showView(state)}>
          {`${count} in ${stateNames[state]}, show`}
        </button>
      ))}
    </p>
  );
}

function ViewTabs({ state: { overview, list } }: { state: AdminState }) {
  const counts = overview.value?.counts;
  return (
    <nav class="views" aria-label="Leads by state">
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
  const isOneState = list.view.value !== 'attention';
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
          {`${formatCause(cause)} (${count})${isOneState ? '' : ` · ${stateNames[state]}`}`}
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
