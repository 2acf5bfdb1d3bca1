import type { AdminLead } from '../protocol/admin/leads.ts';
import { formatCause } from '../protocol/reason-words.ts';
import { formatName, formatPhone, formatShortTime, stateNames } from './format.ts';
import type { LeadListState } from './lead-list-state.ts';

type LeadListProps = {
  list: LeadListState;
  /** Whether there is no lead in any state yet. */
  isFirst: boolean;
  /** Whether the operator may do something with several leads. */
  isSelectable: boolean;
};

export function LeadList({ list, isFirst, isSelectable }: LeadListProps) {
  const leads = list.leads.value;
  if (leads.length === 0) return <p class="card empty">{emptyText(list, isFirst)}</p>;
  return (
    <div class="card list">
      {isSelectable && (
        <label class="select-all">
          <input
            type="checkbox"
            checked={leads.every(({ lead }) => list.marked.value.has(lead))}
            onChange={(event) => list.markAll(event.currentTarget.checked)}
          />
          Select all that are listed
        </label>
      )}
      <ul aria-label="Leads">
        {leads.map((lead) => (
          <li key={lead.lead}>
            {isSelectable && (
              <input
                type="checkbox"
                aria-label={`Select ${formatName(lead)}`}
                checked={list.marked.value.has(lead.lead)}
                onChange={(event) => list.mark(lead.lead, event.currentTarget.checked)}
              />
            )}
            <button
              type="button"
              id={buttonId(lead)}
              aria-pressed={list.selected.value?.lead === lead.lead}
              onClick={() => list.select(lead)}
            >
              <span class="who">
                <strong>{formatName(lead)}</strong>
                <span class="muted">
                  {[
                    // Without a name, the phone is shown in its place.
                    formatName(lead) === formatPhone(lead.phone) ? '' : formatPhone(lead.phone),
                    lead.cause === undefined ? '' : formatCause(lead.cause),
                    lead.isCallMissed === true ? 'not called in time' : '',
                  ]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </span>
              </span>
              <span class={`state ${lead.state}`}>{stateNames[lead.state]}</span>
              <time class="meta" dateTime={lead.acceptedAt}>
                {formatShortTime(lead.acceptedAt)}
              </time>
            </button>
          </li>
        ))}
      </ul>
      {list.hasMore.value && (
        <button type="button" class="quiet" onClick={() => void list.loadMore()}>
          Show more
        </button>
      )}
    </div>
  );
}

/** The ID of the button that opens the lead. */
export function buttonId({ lead }: AdminLead): string {
  return `lead-${lead}`;
}

function emptyText({ search, scope, view }: LeadListState, isFirst: boolean): string {
  if (isFirst) return 'No leads yet. Each appears here as soon as a visitor has submitted the form of your chat.';
  if (search.value.trim() !== '') return 'No lead matches this search.';
  if (Object.keys(scope.value).length > 0) return 'No lead matches these filters.';
  return view.value === 'attention' ? 'Nothing needs your attention.' : 'No leads in this state.';
}
