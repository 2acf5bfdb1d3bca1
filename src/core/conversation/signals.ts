import { type Signal, signal } from '@preact/signals-core';
import type { ConnectionStatus } from '../connection/connection.ts';
import type { CallbackState, ChatState, LeadState, Notice, Phase } from './chat.ts';
import type { ChatMessage, Owner } from './message.ts';

/** The writable side of ChatState. */
export type ChatSignals = { readonly [Name in keyof ChatState]: Signal<ChatState[Name]['value']> };

export function createSignals(): ChatSignals {
  return {
    phase: signal<Phase>('idle'),
    connection: signal<ConnectionStatus>('idle'),
    messages: signal<readonly ChatMessage[]>([]),
    unread: signal(0),
    open: signal(false),
    owner: signal<Owner | null>(null),
    lead: signal<LeadState>({ status: 'none' }),
    callback: signal<CallbackState>({ status: 'none' }),
    awaitingAnswer: signal(false),
    notice: signal<Notice | null>(null),
  };
}
