import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { GettingStarted, WebhookReceiverInfo } from '../protocol/index.ts';
import type { Session } from './session.ts';

/** What came back from a receiver of webhooks. */
export type WebhookTest = { state: 'sending' } | { state: 'done'; isTaken: boolean; answer: string };

/** What is set up, and what is still to be done. */
export type StartState = {
  steps: ReadonlySignal<GettingStarted['steps']>;
  /** Until everything is done, or somebody has put the list away. */
  isShown: ReadonlySignal<boolean>;
  receivers: ReadonlySignal<readonly WebhookReceiverInfo[]>;
  /** The last test of each receiver. */
  tests: ReadonlySignal<Readonly<Record<string, WebhookTest>>>;
  load(): Promise<void>;
  loadReceivers(): Promise<void>;
  putAway(): Promise<void>;
  /** Posts a test to a receiver. */
  sendTest(receiver: string): Promise<void>;
  clear(): void;
};

export function createStartState(session: Session): StartState {
  const known = signal<GettingStarted | null>(null);
  const receivers = signal<readonly WebhookReceiverInfo[]>([]);
  const tests = signal<Readonly<Record<string, WebhookTest>>>({});
  const steps = computed(() => known.value?.steps ?? []);
  const isShown = computed(() => known.value?.isPutAway === false && steps.value.some(({ isDone }) => !isDone));
  const load = async () => {
    const isOver = known.peek() !== null && !isShown.peek();
    if (!isOver) known.value = (await session.request((client) => client.gettingStarted())) ?? known.peek();
  };
  const setTest = (receiver: string, test: WebhookTest | undefined) => {
    const { [receiver]: _, ...others } = tests.peek();
    tests.value = test === undefined ? others : { ...others, [receiver]: test };
  };
  return {
    steps,
    isShown,
    receivers,
    tests,
    load,
    async loadReceivers() {
      const list = await session.request((client) => client.webhookReceivers());
      if (list !== undefined) receivers.value = list.receivers;
    },
    async putAway() {
      known.value = (await session.request((client) => client.putAwayGettingStarted())) ?? known.peek();
    },
    async sendTest(receiver) {
      session.notice.value = '';
      setTest(receiver, { state: 'sending' });
      const result = await session.request((client) => client.testWebhook(receiver));
      setTest(receiver, result && { state: 'done', ...result });
      await load();
    },
    clear() {
      known.value = null;
      receivers.value = [];
      tests.value = {};
    },
  };
}
