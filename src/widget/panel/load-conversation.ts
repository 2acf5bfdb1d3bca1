import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Chat } from '../../core/index.ts';
import type { ConversationParts } from '../ui/index.ts';
import { keepTrying } from './keep-trying.ts';
import type { ReportError } from './report-problems.ts';

export const importConversation = () => import('./conversation.ts');

export type ConversationDeps = {
  chat: ReadonlySignal<Chat | null>;
  reportError: ReportError;
  load?: typeof importConversation;
};

/**
 * Loads what follows behind the first screen, as soon as there is a chat. After a failure it is tried again, after pauses that
 * grow, and whenever the chat tries to connect: the code of the connection comes with it.
 */
export function loadConversation({ chat, reportError, load = importConversation }: ConversationDeps) {
  const parts = signal<ConversationParts>({ status: 'loading' });
  let stop = () => {};

  function begin(): void {
    stop();
    stop = keepTrying({
      load,
      onLoaded(module) {
        parts.value = { status: 'ready', module };
      },
      onFailed(error) {
        parts.value = { status: 'failed', retry };
        reportError('load-failed', `[leadchat] ${error}`);
      },
    });
  }

  function retry(): void {
    parts.value = { status: 'loading' };
    begin();
  }

  const connection = computed(() => chat.value?.state.connection.value);
  const stopFollowing = effect(() => {
    if (connection.value !== undefined && parts.peek().status !== 'ready') untracked(begin);
  });
  return {
    parts,
    dispose() {
      stopFollowing();
      stop();
    },
  };
}
