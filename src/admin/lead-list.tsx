import { formatName, formatPhone, formatShortTime, stateNames } from './format.ts';
import type { LeadListState } from './lead-list-state.ts';

export function LeadList({ list }: { list: LeadListState }) {
  const leads = list.leads.value;
  if (leads.length === 0) return <p class="card empty">{emptyText(list)}</p>;
  return (
    <div class="card list">
      <ul aria-label="Leads">
        {leads.map((lead) => (
          <li key={lead.lead}>
            <button
              type="button"
              aria-pressed={list.selected.value?.lead === lead.lead}
              onClick={() => list.select(lead)}
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
      {list.hasMore.value && (
        <button type="button" class="quiet" onClick={() => void list.loadMore()}>
          Show more
        </button>
      )}
    </div>
  );
}

function emptyText({ search, view }: LeadListState): string {
  if (search.value.trim() !== '') return 'No lead matches this search.';
  return view.value === 'attention' ? 'Nothing needs your attention.' : 'There are no leads here.';
}
