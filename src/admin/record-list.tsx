import type { ComponentChildren } from 'preact';
import { formatShortTime } from './format.ts';
import type { RecordListState } from './record-list-state.ts';

type RecordListProps<Item, State extends string> = {
  /** Accessible name of the list, in the plural: `Calls`. */
  name: string;
  /** Shown without items. */
  emptyText: string;
  state: RecordListState<Item, State>;
  children: (item: Item) => ComponentChildren;
};

/** The loaded items, and a button that loads more. `children` renders an item as a `RecordRow`. */
export function RecordList<Item, State extends string>({
  name,
  emptyText,
  state,
  children,
}: RecordListProps<Item, State>) {
  const { items, hasMore, loadMore } = state;
  if (items.value.length === 0) return <p class="card empty">{emptyText}</p>;
  return (
    <div class="card record-list">
      <ul aria-label={name}>{items.value.map(children)}</ul>
      {hasMore.value && (
        <button type="button" class="quiet" onClick={() => void loadMore()}>
          Show more
        </button>
      )}
    </div>
  );
}

type RecordRowProps = {
  title: string;
  /** Shown after the title. Empty strings are omitted. */
  details: readonly string[];
  state: string;
  stateName: string;
  /** ISO 8601. */
  time: string;
  /** Buttons. */
  children?: ComponentChildren;
};

export function RecordRow({ title, details, state, stateName, time, children }: RecordRowProps) {
  return (
    <li class="record">
      <span class="who">
        <strong>{title}</strong>
        <span class="muted">{details.filter((detail) => detail !== '').join(' · ')}</span>
      </span>
      <span class={`state ${state}`}>{stateName}</span>
      <span class="record-end">
        <time class="meta" dateTime={time}>
          {formatShortTime(time)}
        </time>
        {children}
      </span>
    </li>
  );
}
