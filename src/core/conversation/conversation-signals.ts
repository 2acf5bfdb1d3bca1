import { type Signal, signal } from '@preact/signals-core';
import type { ConnectionStatus } from '../connection/connection.ts';
import type { ChatMessage, Owner } from './message.ts';

/**
 * `thanks`: the visitor left a lead, and no chat follows. `ended`: forget() was called, or the service refuses every
 * conversation. newConversation() starts again from both.
 */
export type Phase = 'idle' | 'asking-lead' | 'chatting' | 'thanks' | 'ended';

export type Notice = 'session-replaced' | 'anonymous-fallback' | 'storage-unavailable';

/** The state that the UI shows: the writable side of ChatState. */
export type ConversationSignals = ReturnType<typeof createConversationSignals>;

export function createConversationSignals() {
  return {
    phase: signal<Phase>('idle'),
    connection: signal<ConnectionStatus>('idle'),
    messages: signal<readonly ChatMessage[]>([]),
    unread: signal(0),
    open: signal(false),
    owner: nullable<Owner>(),
    awaitingAnswer: signal(false),
    notice: nullable<Notice>(),
    canUndo: signal(false),
  };
}

function nullable<Value>(): Signal<Value | null> {
  return signal<Value | null>(null);
}
