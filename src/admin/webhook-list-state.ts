import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { AdminWebhook, WebhookState } from '../protocol/index.ts';
import type { Session } from './session.ts';

export type WebhookView = WebhookState | 'all';

/** The list of webhooks, newest first. */
export type WebhookListState = {
  view: ReadonlySignal<WebhookView>;
  webhooks: ReadonlySignal<readonly AdminWebhook[]>;
  /** There are more webhooks than are listed. */
  hasMore: ReadonlySignal<boolean>;
  showView(view: WebhookView): Promise<void>;
  load(): Promise<void>;
  loadMore(): Promise<void>;
  clear(): void;
};

export function createWebhookListState(session: Session): WebhookListState {
  const view = signal<WebhookView>('all');
  const webhooks = signal<readonly AdminWebhook[]>([]);
  const next = signal<string | undefined>(undefined);
  let lastLoad = 0;

  const load = async (before?: string) => {
    const number = ++lastLoad;
    const shown = view.peek();
    const page = await session.request((client) => client.webhooks(shown === 'all' ? undefined : shown, before));
    if (number !== lastLoad || page === undefined) return; // A newer load has started.
    batch(() => {
      webhooks.value = before === undefined ? page.webhooks : [...webhooks.peek(), ...page.webhooks];
      next.value = page.next;
    });
  };

  return {
    view,
    webhooks,
    hasMore: computed(() => next.value !== undefined),
    async showView(shown) {
      view.value = shown;
      await load();
    },
    load: () => load(),
    loadMore: () => load(next.peek()),
    clear() {
      webhooks.value = [];
    },
  };
}
