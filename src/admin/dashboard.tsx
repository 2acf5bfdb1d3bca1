import type { AdminOverview } from '../protocol/index.ts';
import { ActivityChart } from './activity-chart.tsx';
import { type AdminState, hasCalls } from './admin-state.ts';
import { CallsView } from './calls-view.tsx';
import { formatShortTime } from './format.ts';
import { LeadsView } from './leads-view.tsx';
import { WebhooksView } from './webhooks-view.tsx';

export function Dashboard({ state }: { state: AdminState }) {
  const overview = state.overview.value;
  return (
    <>
      <header class="top">
        <h1>leadchat</h1>
        {overview !== null && <DeliveryState delivery={overview.delivery} pendingCount={overview.counts.pending} />}
        <button type="button" class="quiet" onClick={() => void state.refresh()}>
          Refresh
        </button>
        <button type="button" class="quiet" onClick={() => state.session.signOut()}>
          Sign out
        </button>
      </header>
      <main>
        {overview !== null && <ActivityChart activity={overview.activity} />}
        <LeadsView state={state} />
        {overview?.calls !== undefined && hasCalls(overview) && <CallsView state={state} counts={overview.calls} />}
        {overview?.webhooks !== undefined && <WebhooksView state={state} counts={overview.webhooks} />}
      </main>
    </>
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
