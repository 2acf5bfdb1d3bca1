import type { Clock } from '../../clock.ts';
import type { FormConsent, FormField } from '../../protocol/form.ts';
import type { FormStep } from '../../protocol/form-steps.ts';
import type { MessagePage } from '../../protocol/service/frames.ts';
import type { CreateConnection } from '../connection/connection.ts';
import type { PageLifecycle } from '../connection/page-lifecycle.ts';
import type { StorageConsent, StorageOption } from '../state/conversation.ts';
import type { Store } from '../state/store.ts';
import type { ChatEvents } from './chat-events.ts';
import type { Emitter } from './emitter.ts';
import type { Storages } from './storage-areas.ts';
import type { TabLockOptions } from './tab-lock.ts';
import type { VisitorSignal } from './visitor-lifetime.ts';

/** What every part of a chat works with: its state, its options, the page's listeners, and the parts of the browser. */
export type ChatContext = ChatEnvironment & {
  readonly store: Store;
  readonly options: ChatOptions;
  /** Aborted when the current visitor is forgotten. */
  readonly visitorSignal: VisitorSignal;
  readonly emit: Emitter<ChatEvents>['emit'];
  /** Starts the chat, because a lead may be submitted before start(). */
  start(): void;
};

export type ChatEnvironment = Pick<TabLockOptions, 'locks' | 'openChannel'> & {
  readonly clock: Clock;
  readonly pageLifecycle: PageLifecycle;
  readonly createConnection: CreateConnection;
  readonly storages: Storages;
  createId(): string;
  /** Receives the errors that functions of the host page throw. */
  reportError(error: unknown): void;
};

export type ChatOptions = {
  flowId: string;
  /** The name of the proxy's form. */
  form: string;
  /** Undefined: phone, first name, last name, email. */
  fields: readonly FormField[] | undefined;
  consent: FormConsent | null;
  steps?: readonly FormStep[] | undefined;
  defaultCountry: string | undefined;
  /** `later`: the chat begins without it. `off`: only leads of earlier pages are sent. */
  leadForm: 'required' | 'optional' | 'later' | 'off';
  /** Offers the form in the conversation after this many answers of the agent. */
  askAfter: { answers: number } | undefined;
  /** What follows a lead. Called each time, because it may depend on opening hours. */
  afterLead: () => 'chat' | 'thanks';
  /** Where the page stores, and whether the visitor allows it, to begin with. */
  storage: StorageOption;
  storageConsent: StorageConsent;
  resumeDays: number;
  encodeMessage: EncodeMessage | undefined;
  page: (() => MessagePage | undefined) | undefined;
  /** Whether the page contains the chat, which then opens and closes by itself. */
  staysOpen?: (() => boolean) | undefined;
};

/** Encodes a visitor's message as a frame. The page is the one that it was written on, if the chat keeps it. */
export type EncodeMessage = (text: string, page?: MessagePage) => string;
