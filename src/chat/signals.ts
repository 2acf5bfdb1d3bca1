import { type Signal, signal } from '@preact/signals-core';
import type { ConnectionStatus } from '../connection/index.ts';
import type { CallbackState, LeadState, Notice, Phase } from './chat.ts';
import type { ChatMessage, Owner } from './message.ts';

/** The writable side of ChatState. */
export type ChatSignals = {
  readonly phase: Signal<Phase>;
  readonly connection: Signal<ConnectionStatus>;
  readonly messages: Signal<readonly ChatMessage[]>;
  readonly unread: Signal<number>;
  readonly open: Signal<boolean>;
  readonly owner: Signal<Owner | null>;
  readonly lead: Signal<LeadState>;
  readonly callback: Signal<CallbackState>;
  readonly awaitingAnswer: Signal<boolean>;
  readonly notice: Signal<Notice | null>;
};

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
