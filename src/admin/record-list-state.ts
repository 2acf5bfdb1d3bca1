import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';

/** A list of calls or webhooks in one state or in all. */
export type RecordListState<Item, State extends string> = {
  view: ReadonlySignal<State | 'all'>;
  items: ReadonlySignal<readonly Item[]>;
  /** Whether more items can be loaded. */
  hasMore: ReadonlySignal<boolean>;
  showView(view: State | 'all'): Promise<void>;
  load(): Promise<void>;
  loadMore(): Promise<void>;
  clear(): void;
};

/** One page of the admin API. If it has `next`, there may be more: send it as `before`. */
export type RecordPage<Item> = { items: readonly Item[]; next?: string | undefined };

export type RecordListOptions<Item, State extends string> = {
  /** Resolves with undefined if the page could not be loaded, which the session reports. */
  loadPage(state: State | undefined, before: string | undefined): Promise<RecordPage<Item> | undefined>;
  /** Sorts the items. @default the order of the API, newest first */
  sort?: (items: readonly Item[], view: State | 'all') => readonly Item[];
};

export function createRecordListState<Item, State extends string>({
  loadPage,
  sort = (items) => items,
}: RecordListOptions<Item, State>): RecordListState<Item, State> {
  const view = signal<State | 'all'>('all');
  const items = signal<readonly Item[]>([]);
  const next = signal<string | undefined>(undefined);
  let lastLoad = 0;

  const load = async (before?: string) => {
    const number = ++lastLoad;
    const shown = view.peek();
    const page = await loadPage(shown === 'all' ? undefined : shown, before);
    if (number !== lastLoad || page === undefined) return; // A newer load has started.
    batch(() => {
      items.value = sort(before === undefined ? page.items : [...items.peek(), ...page.items], shown);
      next.value = page.next;
    });
  };

  return {
    view,
    items,
    hasMore: computed(() => next.value !== undefined),
    async showView(shown) {
      view.value = shown;
      await load();
    },
    load: () => load(),
    loadMore: () => load(next.peek()),
    clear() {
      items.value = [];
    },
  };
}
