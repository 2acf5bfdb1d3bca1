import { useSignal } from '@preact/signals';
import type { AdminOverview } from '../protocol/index.ts';
import type { AdminState } from './admin-state.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { formatShortTime } from './format.ts';
import type { WebhookView } from './webhook-list-state.ts';

export type WebhooksViewProps = { state: AdminState; counts: NonNullable<AdminOverview['webhooks']> };

const views: WebhookView[] = ['all', 'dead', 'pending', 'delivered'];
const viewNames: Record<WebhookView, string> = {
  all: 'All',
  dead: 'Dead',
  pending: 'Pending',
  delivered: 'Delivered',
};

/** Webhooks by state, and what can be posted again. */
export function WebhooksView({ state, counts }: WebhooksViewProps) {
  const { view, showView } = state.webhookList;
  const isConfirming = useSignal(false);
  const total = counts.pending + counts.delivered + counts.dead;
  return (
    <section class="records" aria-label="Webhooks">
      <h2>Webhooks</h2>
      <nav aria-label="Webhooks by state">
        {views.map((name) => (
          <button key={name} type="button" aria-pressed={view.value === name} onClick={() => void showView(name)}>
            {viewNames[name]}
            <span class="count">{name === 'all' ? total : counts[name]}</span>
          </button>
        ))}
        {counts.dead > 0 && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              isConfirming.value = true;
            }}
          >
            Replay dead webhooks
          </button>
        )}
      </nav>
      <WebhookList state={state} />
      {isConfirming.value && (
        <ConfirmDialog
          confirmation={{
            title: 'Post all dead webhooks again?',
            text: 'They keep their IDs, so a receiver can recognize those that it has processed.',
            button: 'Replay',
            isDanger: false,
            onConfirm: () => void state.replayDeadWebhooks(),
          }}
          onClose={() => {
            isConfirming.value = false;
          }}
        />
      )}
    </section>
  );
}

function WebhookList({ state }: { state: AdminState }) {
  const { webhooks, hasMore, loadMore } = state.webhookList;
  if (webhooks.value.length === 0) return <p class="card empty">There are no webhooks here.</p>;
  return (
    <div class="card record-list">
      <ul aria-label="Webhooks">
        {webhooks.value.map(({ webhook, type, receiver, state: reached, attempts, answer, createdAt, nextAt }) => (
          <li key={webhook} class="record">
            <span class="who">
              <strong>{type}</strong>
              <span class="muted">
                {[
                  receiver,
                  attempts > 1 ? `${attempts} attempts` : '',
                  reached === 'delivered' ? '' : (answer ?? ''),
                  reached === 'pending' && answer !== undefined ? `next attempt ${formatShortTime(nextAt)}` : '',
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
            </span>
            <span class={`state ${reached}`}>{viewNames[reached]}</span>
            <time class="meta" dateTime={createdAt}>
              {formatShortTime(createdAt)}
            </time>
            <button type="button" aria-label={`Replay ${type}`} onClick={() => void state.replayWebhook(webhook)}>
              Replay
            </button>
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
