import type { AdminOverview } from '../protocol/index.ts';
import { ActivityChart } from './activity-chart.tsx';
import type { AdminState, View } from './admin-state.ts';
import { BulkActions } from './bulk-actions.tsx';
import { formatShortTime, stateNames } from './format.ts';
import { LeadDetails } from './lead-details.tsx';
import { LeadList } from './lead-list.tsx';

const views: View[] = ['attention', 'unknown', 'dead', 'held', 'pending', 'delivered', 'all'];

export function Dashboard({ state }: { state: AdminState }) {
  const overview = state.overview.value;
  const selected = state.selected.value;
  return (
    <>
      <header class="top">
        <h1>leadchat</h1>
        {overview !== null && <DeliveryState delivery={overview.delivery} pendingCount={overview.counts.pending} />}
        <button type="button" class="quiet" onClick={() => void state.refresh()}>
          Refresh
        </button>
        <button type="button" class="quiet" onClick={() => state.signOut()}>
          Sign out
        </button>
      </header>
      <main>
        {overview !== null && <ActivityChart activity={overview.activity} />}
        <ViewTabs state={state} />
        <div class="filters">
          <input
            type="search"
            aria-label="Search"
            placeholder="Phone, name, email or ID"
            value={state.search}
            onInput={(event) => void state.searchFor(event.currentTarget.value)}
          />
          <CauseFilter state={state} />
          <BulkActions state={state} />
        </div>
        <p class="notice" role="status">
          {state.notice}
        </p>
        <div class={selected === null ? 'columns' : 'columns with-details'}>
          <LeadList state={state} />
          {selected !== null && <LeadDetails key={selected.lead} lead={selected} state={state} />}
        </div>
      </main>
    </>
  );
}

function ViewTabs({ state }: { state: AdminState }) {
  const counts = state.overview.value?.counts;
  return (
    <nav aria-label="Leads by state">
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={state.view.value === view}
          onClick={() => void state.showView(view)}
        >
          {nameOf(view)}
          {counts !== undefined && <span class="count">{countOf(view, counts)}</span>}
        </button>
      ))}
    </nav>
  );
}

function CauseFilter({ state }: { state: AdminState }) {
  const causes = state.causes.value;
  if (causes.length === 0) return null;
  const chosen = state.cause.value;
  const index = causes.findIndex(({ state: of, cause }) => of === chosen?.state && cause === chosen.cause);
  return (
    <select
      aria-label="Cause"
      value={String(index)}
      onChange={(event) => void state.showCause(causes[Number(event.currentTarget.value)] ?? null)}
    >
      <option value="-1">All causes</option>
      {causes.map(({ state: of, cause, count }, position) => (
        <option key={`${of} ${cause}`} value={String(position)}>
          {`${stateNames[of]} · ${cause} (${count})`}
        </option>
      ))}
    </select>
  );
}

type DeliveryStateProps = { delivery: AdminOverview['delivery']; pendingCount: number };

function DeliveryState({ delivery: { breaker }, pendingCount }: DeliveryStateProps) {
  if (breaker.state === 'closed') {
    return <p class="delivery good">{pendingCount === 0 ? 'Delivering' : `Delivering · ${pendingCount} pending`}</p>;
  }
  const reason = breaker.reason === 'unauthorized' ? 'the service refuses the API key' : 'the service fails';
  const retry = breaker.probeAt === undefined ? '' : ` · next attempt ${formatShortTime(breaker.probeAt)}`;
  return (
    <p class="delivery bad" role="alert">
      {`Delivery is paused: ${reason}. No lead is lost · ${pendingCount} pending${retry}`}
    </p>
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
