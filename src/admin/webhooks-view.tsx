import { useSignal } from '@preact/signals';
import type { AdminOverview } from '../protocol/admin/overview.ts';
import type { WebhookState } from '../protocol/admin/webhooks.ts';
import { webhookTypeNames } from '../protocol/proxy/webhook.ts';
import { type Confirmation, ConfirmDialog } from '../settings/index.ts';
import type { AdminState } from './admin-state.ts';
import { formatPhone, formatTime } from './format.ts';
import type { RecordActions } from './record-actions.ts';
import { RecordList, RecordRow } from './record-list.tsx';
import { WebhookReceivers } from './webhook-receivers.tsx';
import { webhookStateNames } from './webhook-texts.ts';

type WebhookView = WebhookState | 'all';

export type WebhooksViewProps = {
  state: AdminState;
  counts: NonNullable<AdminOverview['webhooks']>;
  /** How many wait for a receiver that is not configured. */
  orphanedCount: number;
};

const views: WebhookView[] = ['all', 'dead', 'pending', 'delivered', 'dismissed'];
const viewNames: Record<WebhookView, string> = { all: 'All', ...webhookStateNames };

/** Webhooks by state, with buttons that post them again. */
export function WebhooksView({ state, counts, orphanedCount }: WebhooksViewProps) {
  const { view, showView } = state.webhookList;
  const { records } = state;
  const mayChange = state.may('POST /webhooks/:webhook/replay');
  const confirmation = useSignal<Confirmation | null>(null);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shown = views.filter((name) => name !== 'dismissed' || counts.dismissed > 0 || view.value === name);
  return (
    <section class="records" aria-label="Team messages">
      <WebhookReceivers state={state} />
      <nav aria-label="Team messages by state">
        {shown.map((name) => (
          <button key={name} type="button" aria-pressed={view.value === name} onClick={() => void showView(name)}>
            {viewNames[name]}
            <span class="count">{name === 'all' ? total : counts[name]}</span>
          </button>
        ))}
        {counts.pending > 0 && mayChange && (
          <button type="button" onClick={() => void records.sendPendingWebhooks()}>
            Send all now
          </button>
        )}
        {orphanedCount > 0 && mayChange && (
          <button
            type="button"
            onClick={() => {
              confirmation.value = confirmOrphaned(orphanedCount, records);
            }}
          >
            Dismiss those without receiver
          </button>
        )}
        {counts.dead > 0 && mayChange && (
          <>
            <button
              type="button"
              onClick={() => {
                confirmation.value = confirmDismissal(records);
              }}
            >
              Dismiss all refused
            </button>
            <button
              type="button"
              class="primary"
              onClick={() => {
                confirmation.value = confirmReplay(records);
              }}
            >
              Send all refused again
            </button>
          </>
        )}
      </nav>
      <RecordList
        name="Team messages"
        emptyText={
          view.value === 'all'
            ? 'No messages yet. Your receivers get one for each change of a lead or a call.'
            : 'No messages in this state.'
        }
        state={state.webhookList}
      >
        {({
          webhook,
          type,
          lead,
          name,
          phone,
          receiver,
          state: reached,
          attempts,
          answer = '',
          createdAt,
          nextAt,
          isOrphaned,
        }) => (
          <RecordRow
            key={webhook}
            title={name ?? formatPhone(phone ?? '')}
            details={[
              webhookTypeNames[type],
              isOrphaned === true ? `${receiver}, not configured any more` : receiver,
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
              aria-label={`Show lead of ${webhookTypeNames[type]}, ${name ?? formatPhone(phone ?? '')}`}
              onClick={() => void state.showLead(lead)}
            >
              Show lead
            </button>
            {mayChange && (reached === 'dead' || (reached === 'pending' && isOrphaned === true)) && (
              <button
                type="button"
                aria-label={`Dismiss ${webhookTypeNames[type]} of ${name ?? formatPhone(phone ?? '')}`}
                onClick={() => void records.dismissWebhook(webhook)}
              >
                Dismiss
              </button>
            )}
            {mayChange && (
              <button
                type="button"
                aria-label={`Send again: ${webhookTypeNames[type]} of ${name ?? formatPhone(phone ?? '')}`}
                onClick={() => void records.replayWebhook(webhook)}
              >
                Send again
              </button>
            )}
          </RecordRow>
        )}
      </RecordList>
      {confirmation.value !== null && (
        <ConfirmDialog
          confirmation={confirmation.value}
          onClose={() => {
            confirmation.value = null;
          }}
        />
      )}
    </section>
  );
}

function confirmReplay({ replayDeadWebhooks }: RecordActions): Confirmation {
  return {
    title: 'Send all refused messages again?',
    text: 'They keep their IDs, so a receiver can recognize those that it has processed.',
    button: 'Send again',
    isDanger: false,
    onConfirm: () => void replayDeadWebhooks(),
  };
}

function confirmDismissal({ dismissDeadWebhooks }: RecordActions): Confirmation {
  return {
    title: 'Dismiss all refused messages?',
    text: 'They count as dismissed from now on, and nobody is alerted because of them. You can still send one again.',
    button: 'Dismiss',
    isDanger: false,
    onConfirm: () => void dismissDeadWebhooks(),
  };
}

function confirmOrphaned(count: number, { dismissOrphanedWebhooks }: RecordActions): Confirmation {
  return {
    title: count === 1 ? 'Dismiss the message without receiver?' : `Dismiss ${count} messages without receiver?`,
    text: 'Their receiver is not in the configuration any more. If you have only given it another name, undo that instead.',
    button: 'Dismiss',
    isDanger: false,
    onConfirm: () => void dismissOrphanedWebhooks(),
  };
}
