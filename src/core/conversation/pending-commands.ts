import type { Clock } from '../../clock.ts';
import type { ConversationState } from './conversation-state.ts';
import type { Command, SendCommand } from './tab-message.ts';

/** How long the leading tab may take to respond before it counts as frozen. */
const responseTimeoutMs = 3_000;

/** The commands of a follower tab, until the leader's state shows that it has received them. */
export function createPendingCommands(clock: Clock, onTimeout: () => void) {
  /** Posted to the leader, which has not responded since. */
  let unanswered: Command[] = [];
  /** Messages written here that no state of the leader contains yet. */
  let unseen: SendCommand[] = [];
  let cancelTimeout = () => {};

  function waitForLeader(): void {
    cancelTimeout();
    cancelTimeout = clock.after(responseTimeoutMs, onTimeout);
  }

  function onLeaderResponse(): void {
    cancelTimeout();
    unanswered = [];
  }

  return {
    waitForLeader,
    posted(command: Command): void {
      unanswered.push(command);
      waitForLeader();
    },
    written(command: SendCommand): void {
      unseen.push(command);
    },
    onLeaderResponse,
    /** Removes the messages that the leader has, and returns the others: they have to be posted again. */
    takeUnseen({ messages }: ConversationState): readonly SendCommand[] {
      const seen = new Set(messages.map(({ id }) => id));
      unseen = unseen.filter(({ message }) => !seen.has(message.id));
      return unseen;
    },
    /** Keeps the messages in the outbox, because the next leader may not have received them. */
    keepUnsent({ messages, outbox, session }: ConversationState): void {
      const unsent = new Set(outbox.map(({ id }) => id));
      unseen = messages.filter(({ id }) => unsent.has(id)).map((message) => ({ name: 'send', message, session }));
    },
    /** Called when this tab becomes the leader. Returns the commands that the last leader did not respond to. */
    takeUnanswered(): readonly Command[] {
      const commands = unanswered;
      onLeaderResponse();
      unseen = [];
      return commands;
    },
    stop: () => cancelTimeout(),
  };
}
