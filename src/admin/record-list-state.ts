import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { AdminClient, ApiResult } from './admin-client.ts';
import type { Session } from './session.ts';

/** A list of calls or webhooks in one state or in all. */
export type RecordListState<Item, State extends string> = {
  view: ReadonlySignal<State | 'all'>;
  items: ReadonlySignal<readonly Item[]>;
  /** Whether more items can be loaded. */
  hasMore: ReadonlySignal<boolean>;
  showView(view: State | 'all'): Promise<void>;
  /** Changes the view without loading it. */
  chooseView(view: State | 'all'): void;
  load(): Promise<void>;
  loadMore(): Promise<void>;
  clear(): void;
};

/** One page of the admin API. If it has `next`, there may be more: send it as `before`. */
export type RecordPage<Item> = { items: readonly Item[]; next?: string | undefined };

/**
 * Undefined if the page could not be loaded, which the session reports. Null if the entry behind which it begins has been erased
 * meanwhile: the list is loaded again from its start.
 */
export type LoadedPage<Item> = RecordPage<Item> | null | undefined;

export type RecordListOptions<Item, State extends string> = {
  loadPage(state: State | undefined, before: string | undefined): Promise<LoadedPage<Item>>;
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
  let pageCount = 1;

  /** Loads the page that begins with `before`, or else all that the operator has asked for. */
  const load = async (before?: string): Promise<void> => {
    const number = ++lastLoad;
    const shown = view.peek();
    const state = shown === 'all' ? undefined : shown;
    const loaded = await loadPages((start) => loadPage(state, start), before, before === undefined ? pageCount : 1);
    if (number !== lastLoad || loaded === undefined) return; // A newer load has started.
    if (loaded === null) return load();
    batch(() => {
      items.value = sort(before === undefined ? loaded.items : [...items.peek(), ...loaded.items], shown);
      next.value = loaded.next;
    });
  };

  const chooseView = (shown: State | 'all') => {
    view.value = shown;
    pageCount = 1;
  };

  return {
    view,
    items,
    hasMore: computed(() => next.value !== undefined),
    chooseView,
    async showView(shown) {
      chooseView(shown);
      await load();
    },
    load: () => load(),
    loadMore() {
      pageCount += 1;
      return load(next.peek());
    },
    clear() {
      // What is on its way is for somebody who has signed out.
      lastLoad++;
      batch(() => {
        chooseView('all');
        items.value = [];
        next.value = undefined;
      });
    },
  };
}

/** Asks for a page of the admin API. */
export function requestPage<Page>(
  session: Session,
  send: (client: AdminClient) => Promise<ApiResult<Page>>,
): Promise<Page | null | undefined> {
  return session.request<Page | null>(async (client) => {
    const result = await send(client);
    return !result.ok && result.code === 'wrong-state' ? { ok: true, value: null } : result;
  });
}

/** Loads up to `count` pages, one after the other, as one. What one of them lacks, all lack. */
export async function loadPages<Item>(
  loadPage: (before: string | undefined) => Promise<LoadedPage<Item>>,
  before: string | undefined,
  count: number,
): Promise<LoadedPage<Item>> {
  const page = await loadPage(before);
  if (page?.next === undefined || count === 1) return page;
  const rest = await loadPages(loadPage, page.next, count - 1);
  return rest && { ...rest, items: [...page.items, ...rest.items] };
}
