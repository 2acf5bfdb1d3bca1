import { useSignal } from '@preact/signals';
import type { CallOutcome } from '../protocol/admin/calls.ts';
import type { AdminOverview } from '../protocol/admin/overview.ts';
import { callStateNames, callStates, missedCallStates } from '../protocol/proxy/call-state.ts';
import { formatCallReason } from '../protocol/reason-words.ts';
import { type Confirmation, ConfirmDialog } from '../settings/index.ts';
import type { AdminState } from './admin-state.ts';
import type { CallView } from './call-list-state.ts';
import { CallTime } from './call-time.tsx';
import { Filters } from './filters.tsx';
import { formatCallEnd, formatPhone, formatShortTime } from './format.ts';
import { ShownNumberBar } from './number-button.tsx';
import type { RecordActions } from './record-actions.ts';
import { RecordList, RecordRow } from './record-list.tsx';
import { ScopeFilter } from './scope-filter.tsx';

export type CallsViewProps = { state: AdminState; counts: NonNullable<AdminOverview['calls']> };

const firstCallText = 'No calls yet. They appear here when a visitor asks for a call-back, once a form offers one.';

/** Calls by state. A state without calls has no tab. */
export function CallsView({ state, counts }: CallsViewProps) {
  const { view, showView, scope, narrow } = state.callList;
  const confirmation = useSignal<Confirmation | null>(null);
  const isNarrowed = Object.keys(scope.value).length > 0;
  const tabs: { view: CallView | 'all'; name: string; count: number }[] = [
    { view: 'all', name: 'All', count: Object.values(counts).reduce((sum, count) => sum + count, 0) },
  ];
  const missedCount = missedCallStates.reduce((sum, state) => sum + counts[state], 0);
  if (missedCount > 0 || view.value === 'missed') tabs.push({ view: 'missed', name: 'Missed', count: missedCount });
  for (const name of callStates) {
    if (counts[name] > 0 || view.value === name)
      tabs.push({ view: name, name: callStateNames[name], count: counts[name] });
  }
  return (
    <section class="records" aria-label="Calls">
      <ShownNumberBar state={state} />
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
        {view.value === 'unknown' &&
          state.may('POST /calls/end-unknown') &&
          counts.unknown > 0 &&
          outcomes.map((outcome) => (
            <button
              key={outcome}
              type="button"
              onClick={() => {
                confirmation.value = confirmEnd(outcome, counts.unknown, state.records);
              }}
            >
              {outcome === 'done' ? 'All took place' : 'None took place'}
            </button>
          ))}
      </nav>
      <Filters isInUse={isNarrowed}>
        <ScopeFilter state={state} scope={scope.value} narrow={narrow} />
        {scope.value.answered !== undefined && (
          <button type="button" onClick={() => void narrow({ answered: undefined })}>
            Was answered <span aria-hidden="true">×</span>
            <span class="hidden">, remove this filter</span>
          </button>
        )}
      </Filters>
      <RecordList
        name="Calls"
        emptyText={
          isNarrowed
            ? 'No call matches these filters.'
            : view.value === 'all'
              ? firstCallText
              : 'No calls in this state.'
        }
        state={state.callList}
      >
        {({ call, lead, name, phone, state: reached, reason, requestedAt, plannedAt, endable = [], ended }) => (
          <RecordRow
            key={call}
            title={name ?? formatPhone(phone)}
            details={[
              name === undefined ? '' : formatPhone(phone),
              plannedAt === undefined ? '' : `planned for ${formatShortTime(plannedAt)}`,
              reason === undefined ? '' : formatCallReason(reason),
              ended === undefined ? '' : formatCallEnd(ended),
            ]}
            state={reached}
            stateName={callStateNames[reached]}
            time={requestedAt}
          >
            <button
              type="button"
              aria-label={`Show lead ${name ?? formatPhone(phone)}`}
              onClick={() => void state.showLead(lead)}
            >
              Show lead
            </button>
            {missedCallStates.some((missed) => missed === reached) && state.may('POST /calls') && (
              <CallTime
                state={state}
                target={{ lead }}
                name={`Plan a call, ${name ?? formatPhone(phone)}`}
                text="Plan a call"
              />
            )}
            {reached === 'planned' && state.may('POST /calls/:call/move') && (
              <CallTime state={state} target={{ call }} name={`Move call, ${name ?? formatPhone(phone)}`} text="Move" />
            )}
            {endable
              .filter(() => state.may('POST /calls/:call/end'))
              .map((outcome) => {
                const action = reached === 'planned' ? 'Cancel call' : endNames[outcome];
                return (
                  <button
                    key={outcome}
                    type="button"
                    aria-label={`${action}, ${name ?? formatPhone(phone)}`}
                    onClick={() => void state.records.endCall(call, outcome)}
                  >
                    {action}
                  </button>
                );
              })}
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

const outcomes: readonly CallOutcome[] = ['done', 'skipped'];
const endNames: Record<CallOutcome, string> = { done: 'It took place', skipped: 'It did not' };

function confirmEnd(outcome: CallOutcome, count: number, { endUnknownCalls }: RecordActions): Confirmation {
  const calls = count === 1 ? '1 call' : `${count} calls`;
  return {
    title: outcome === 'done' ? `Did ${calls} take place?` : `Did none of ${calls} take place?`,
    text: `Every call whose outcome is unknown counts as ${outcome === 'done' ? 'completed' : 'cancelled'} from now on. Nobody is called.`,
    button: outcome === 'done' ? 'All took place' : 'None took place',
    isDanger: false,
    onConfirm: () => void endUnknownCalls(outcome),
  };
}
