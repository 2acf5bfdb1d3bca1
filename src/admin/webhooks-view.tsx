import { useSignal } from '@preact/signals';
import type { AdminOverview, WebhookState } from '../protocol/index.ts';
import type { AdminState } from './admin-state.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { formatPhone, formatTime } from './format.ts';
import { RecordList, RecordRow } from './record-list.tsx';

type WebhookView = WebhookState | 'all';

export type WebhooksViewProps = { state: AdminState; counts: NonNullable<AdminOverview['webhooks']> };

const views: WebhookView[] = ['all', 'dead', 'pending', 'delivered'];
const viewNames: Record<WebhookView, string> = {
  all: 'All',
  dead: 'Dead',
  pending: 'Pending',
  delivered: 'Delivered',
};

/** Webhooks by state, with buttons that post them again. */
export function WebhooksView({ state, counts }: WebhooksViewProps) {
  const { view, showView } = state.webhookList;
  const isConfirming = useSignal(false);
  const total = counts.pending + counts.delivered + counts.dead;
  return (
    <section class="records" aria-label="Webhooks">
      <nav aria-label="Webhooks by state">
        {views.map((name) => (
          <button key={name} type="button" aria-pressed={view.value === name} onClick={() => void showView(name)}>
            {viewNames[name]}
            <span class="count">{name === 'all' ? total : counts[name]}</span>
          </button>
        ))}
        {counts.pending > 0 && (
          <button type="button" onClick={() => void state.sendPendingWebhooks()}>
            Send all now
          </button>
        )}
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
      <RecordList
        name="Webhooks"
        emptyText={
          view.value === 'all'
            ? 'No webhooks yet. The proxy posts one for each change of a lead or a call.'
            : 'No webhooks in this state.'
        }
        state={state.webhookList}
      >
        {({ webhook, type, lead, name, phone, receiver, state: reached, attempts, answer = '', createdAt, nextAt }) => (
          <RecordRow
            key={webhook}
            title={name ?? formatPhone(phone ?? '')}
            details={[
              type,
              receiver,
              attempts > 1 ? `${attempts} attempts` : '',
              reached === 'delivered' ? '' : answer,
              reached === 'pending' && answer !== '' ? `next attempt ${formatTime(nextAt)}` : '',
            ]}
            state={reached}
            stateName={viewNames[reached]}
            time={createdAt}
          >
            <button
              type="button"
              aria-label={`Show lead of ${type}, ${name ?? formatPhone(phone ?? '')}`}
              onClick={() => void state.showLead(lead)}
            >
              Show lead
            </button>
            <button
              type="button"
              aria-label={`Replay ${type} of ${name ?? formatPhone(phone ?? '')}`}
              onClick={() => void state.replayWebhook(webhook)}
            >
              Replay
            </button>
          </RecordRow>
        )}
      </RecordList>
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
