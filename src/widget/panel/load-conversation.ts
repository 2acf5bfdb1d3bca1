import { signal } from '@preact/signals';
import { type Attempts, keepTrying } from '../../core/index.ts';
import { shareLoad } from '../../shared-load.ts';
import type { ConversationParts } from '../ui/index.ts';
import type { ReportFailure } from './report-problems.ts';

const importConversation = () => import('./conversation.ts');

export type ConversationModule = Awaited<ReturnType<typeof importConversation>>;

export type ConversationLoaderDeps = {
  reportFailure: ReportFailure;
  importModule?: () => Promise<ConversationModule>;
};

/** Loads what follows behind the first screen, once there is a chat: its connection asks for it. */
export function createConversationLoader({ reportFailure, importModule = importConversation }: ConversationLoaderDeps) {
  const parts = signal<ConversationParts>({ status: 'loading' });
  /** Undefined until there is a chat. */
  let attempts: Attempts | undefined;

  // Each message and each opening may ask for it, of the connection of each chat.
  const shared = shareLoad(async () => {
    const module = await importModule();
    attempts?.stop();
    parts.value = { status: 'ready', module };
    return module;
  });

  function onFailed(error: unknown): void {
    parts.value = { status: 'failed', retry };
    reportFailure(error);
  }

  function retry(): void {
    parts.value = { status: 'loading' };
    shared.forgetFailure();
    attempts?.hurry();
  }

  return {
    parts,
    /**
     * For a connection, which tries again by itself as long as it is needed. Whether it is or not, what shows the conversation is
     * loaded from the first call on, until it is there.
     */
    load(): Promise<ConversationModule> {
      attempts ??= keepTrying({ ...shared, onLoaded() {}, onFailed });
      return shared.load();
    },
    dispose: () => attempts?.stop(),
  };
}
