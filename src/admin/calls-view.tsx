import { type AdminCall, type AdminOverview, callStates } from '../protocol/index.ts';
import type { AdminState } from './admin-state.ts';
import type { CallView } from './call-list-state.ts';
import { formatPhone, formatShortTime } from './format.ts';

export type CallsViewProps = { state: AdminState; counts: NonNullable<AdminOverview['calls']> };

const callStateNames: Record<AdminCall['state'], string> = {
  planned: 'Planned',
  waiting: 'Waiting',
  placing: 'Being placed',
  ringing: 'Ringing',
  answered: 'Answered',
  completed: 'Completed',
  failed: 'Failed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  refused: 'Refused',
  unknown: 'Unknown',
};

/** Calls by state; a state without calls has no tab. */
export function CallsView({ state, counts }: CallsViewProps) {
  const { view, showView } = state.callList;
  const tabs: { view: CallView; name: string; count: number }[] = [
    { view: 'all', name: 'All', count: Object.values(counts).reduce((sum, count) => sum + count, 0) },
  ];
  for (const name of callStates) {
    if (counts[name] > 0 || view.value === name)
      tabs.push({ view: name, name: callStateNames[name], count: counts[name] });
  }
  return (
    <section class="records" aria-label="Calls">
      <h2>Calls</h2>
      <nav aria-label="Calls by state">
        {tabs.map((tab) => (
          <button
            key={tab.view}
            type="button"
            aria-pressed={view.value === tab.view}
            onClick={() => void showView(tab.view)}
          >
            {tab.name}
            <span class="count">{tab.count}</span>
          </button>
        ))}
      </nav>
      <CallList state={state} />
    </section>
  );
}

function CallList({ state }: { state: AdminState }) {
  const { calls, hasMore, loadMore } = state.callList;
  if (calls.value.length === 0) return <p class="card empty">There are no calls here.</p>;
  return (
    <div class="card record-list">
      <ul aria-label="Calls">
        {calls.value.map(({ call, phone, state: reached, reason, requestedAt, plannedAt }) => (
          <li key={call} class="record">
            <span class="who">
              <strong>{formatPhone(phone)}</strong>
              <span class="muted">
                {[plannedAt === undefined ? '' : `planned for ${formatShortTime(plannedAt)}`, reason ?? '']
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
            </span>
            <span class={`state ${reached}`}>{callStateNames[reached]}</span>
            <time class="meta" dateTime={requestedAt}>
              {formatShortTime(requestedAt)}
            </time>
          </li>
        ))}
      </ul>
      {hasMore.value && (
        <button type="button" class="quiet" onClick={() => void loadMore()}>
          Show more
        </button>
      )}
    </div>
  );
}
