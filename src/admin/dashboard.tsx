import type { AdminOverview } from '../protocol/index.ts';
import { ActivityChart } from './activity-chart.tsx';
import type { AdminState, View } from './admin-state.ts';
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
        {overview !== null && <DeliveryState delivery={overview.delivery} waiting={overview.counts.pending} />}
        <button type="button" class="quiet" onClick={() => void state.refresh()}>
          Refresh
        </button>
        <button type="button" class="quiet" onClick={() => state.signOut()}>
          Sign out
        </button>
      </header>
      <main>
        {overview !== null && <ActivityChart activity={overview.activity} />}
        <nav aria-label="Leads by state">
          {views.map((view) => (
            <button
              key={view}
              type="button"
              aria-pressed={state.view.value === view}
              onClick={() => void state.show(view)}
            >
              {nameOf(view)}
              {overview !== null && <span class="count">{countOf(view, overview.counts)}</span>}
            </button>
          ))}
          <input
            type="search"
            aria-label="Search"
            placeholder="Phone, name, email or id"
            value={state.search.value}
            onInput={(event) => void state.find(event.currentTarget.value)}
          />
        </nav>
        <p class="notice" role="status">
          {state.notice.value}
        </p>
        <div class={selected === null ? 'columns' : 'columns with-details'}>
          <LeadList state={state} />
          {selected !== null && <LeadDetails key={selected.lead} lead={selected} state={state} />}
        </div>
      </main>
    </>
  );
}

function DeliveryState({ delivery, waiting }: { delivery: AdminOverview['delivery']; waiting: number }) {
  const { breaker } = delivery;
  if (breaker.state === 'closed') {
    return <p class="delivery good">{waiting === 0 ? 'Delivering' : `Delivering · ${waiting} waiting`}</p>;
  }
  const why = breaker.reason === 'unauthorized' ? 'the service refuses the API key' : 'the service fails';
  const until = breaker.probeAt === undefined ? '' : ` · next try ${formatShortTime(breaker.probeAt)}`;
  return (
    <p class="delivery bad" role="alert">{`Delivery is paused: ${why}. Leads are kept · ${waiting} waiting${until}`}</p>
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
