import type { AdminState } from './admin-state.ts';
import { formatName, formatPhone, formatShortTime, stateNames } from './format.ts';

export function LeadList({ state }: { state: AdminState }) {
  const leads = state.leads.value;
  if (leads.length === 0) return <p class="card empty">{emptyText(state)}</p>;
  return (
    <div class="card list">
      <ul aria-label="Leads">
        {leads.map((lead) => (
          <li key={lead.lead}>
            <button
              type="button"
              aria-pressed={state.selected.value?.lead === lead.lead}
              onClick={() => state.select(lead)}
            >
              <span class="who">
                <strong>{formatName(lead)}</strong>
                <span class="muted">
                  {formatPhone(lead.phone)}
                  {lead.cause !== undefined && ` · ${lead.cause}`}
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
      {state.hasMore.value && (
        <button type="button" class="quiet" onClick={() => void state.loadMore()}>
          Show more
        </button>
      )}
    </div>
  );
}

function emptyText(state: AdminState): string {
  if (state.search.value.trim() !== '') return 'No lead matches this search.';
  return state.view.value === 'attention' ? 'Nothing needs your attention.' : 'There are no leads here.';
}
