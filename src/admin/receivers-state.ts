import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { WebhookReceiverInfo, WebhookReceivers } from '../protocol/admin/receivers.ts';
import type { Issue } from '../protocol/issue.ts';
import type { ReceiverRequest } from './admin-client.ts';
import type { Session } from './session.ts';

/** What came back from a receiver of webhooks. */
export type WebhookTest = { state: 'sending' } | { state: 'done'; isTaken: boolean; answer: string };

/** What somebody enters for a receiver. `receiver` and `version`: of the one that is changed; a new one has none, and 0. */
export type ReceiverDraft = Pick<ReceiverRequest, 'receiver' | 'name' | 'version'> & {
  kind: ReceiverKind;
  url: string;
  secret: string;
  events: readonly WebhookReceiverInfo['events'][number][];
  /** Whether a new address comes with the format of its kind: not if somebody may have saved one of their own. */
  hasUsualFormat: boolean;
};

export type ReceiverKind = 'slack' | 'teams' | 'sheet' | 'address' | 'own';

/** Who gets messages about leads and calls. */
export type ReceiversState = {
  /** Null until they are loaded. */
  known: ReadonlySignal<WebhookReceivers | null>;
  list: ReadonlySignal<readonly WebhookReceiverInfo[]>;
  /** The last test of each receiver. */
  tests: ReadonlySignal<Readonly<Record<string, WebhookTest>>>;
  /** The receiver that is being entered. It stays when another page of settings is opened. */
  draft: ReadonlySignal<ReceiverDraft | null>;
  /** What the proxy has refused of it. */
  issues: ReadonlySignal<readonly Issue[]>;
  isSaving: ReadonlySignal<boolean>;
  load(): Promise<void>;
  /** Begins to enter a receiver. Null: no more. */
  edit(receiver: ReceiverDraft | null): void;
  change(part: Partial<ReceiverDraft>): void;
  /** Saves the receiver as the API takes it. Resolves with whether it is saved. */
  save(request: Omit<ReceiverRequest, 'by'>): Promise<boolean>;
  remove(receiver: Pick<WebhookReceiverInfo, 'receiver' | 'name' | 'version'>): Promise<void>;
  /** Encrypts all receivers with the newest key. */
  seal(): Promise<void>;
  /** Posts a test to a receiver. */
  sendTest(receiver: string): Promise<void>;
  clear(): void;
};

type ReceiversDeps = {
  session: Session;
  operatorName: ReadonlySignal<string>;
  /** A test has been sent, or a receiver was added. */
  onChange: () => Promise<void>;
};

export function createReceiversState({ session, operatorName, onChange }: ReceiversDeps): ReceiversState {
  const known = signal<WebhookReceivers | null>(null);
  const tests = signal<ReceiversState['tests']['value']>({});
  const draft = signal<ReceiverDraft | null>(null);
  const issues = signal<readonly Issue[]>([]);
  const isSaving = signal(false);

  const setTest = (receiver: string, test: WebhookTest | undefined) => {
    const { [receiver]: _, ...others } = tests.peek();
    tests.value = test === undefined ? others : { ...others, [receiver]: test };
  };
  const by = () => ({ by: operatorName.peek() });

  return {
    known,
    list: computed(() => known.value?.receivers ?? []),
    tests,
    draft,
    issues,
    isSaving,
    async load() {
      known.value = (await session.request((client) => client.webhookReceivers())) ?? known.peek();
    },
    edit(receiver) {
      draft.value = receiver;
      issues.value = [];
    },
    change(part) {
      const before = draft.peek();
      if (before !== null) draft.value = { ...before, ...part };
    },
    async save(request) {
      if (isSaving.peek()) return false;
      isSaving.value = true;
      session.notice.value = '';
      const result = await session.request((client) => client.saveReceiver({ ...request, ...by() }));
      isSaving.value = false;
      if (result === undefined) return false;
      issues.value = 'issues' in result ? result.issues : [];
      if ('issues' in result) return false;
      known.value = result;
      draft.value = null;
      // What came back from its earlier address says nothing any more.
      setTest(request.receiver ?? request.name, undefined);
      await onChange();
      return true;
    },
    async remove({ receiver, name, version = 0 }) {
      session.notice.value = '';
      known.value =
        (await session.request((client) => client.removeReceiver({ receiver, name, version, ...by() }))) ??
        known.peek();
      await onChange();
    },
    async seal() {
      session.notice.value = '';
      known.value = (await session.request((client) => client.sealReceivers(by()))) ?? known.peek();
    },
    async sendTest(receiver) {
      session.notice.value = '';
      setTest(receiver, { state: 'sending' });
      const result = await session.request((client) => client.testWebhook(receiver));
      setTest(receiver, result && { state: 'done', ...result });
      await onChange();
    },
    clear() {
      known.value = null;
      tests.value = {};
      draft.value = null;
      issues.value = [];
    },
  };
}
