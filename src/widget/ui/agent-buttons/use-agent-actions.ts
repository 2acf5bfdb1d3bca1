import { useComputed } from '@preact/signals';
import { useContext } from 'preact/hooks';
import type { ChatMessage } from '../../../core/index.ts';
import { useNextCallOffer } from '../callback/call-offer.ts';
import { MessageId, useChat } from '../chat-context.ts';
import { usePanel } from '../panel-model.ts';
import type { AgentAction } from './agent-action.ts';

/** What a click does now; undefined if it can do nothing, as `say` when the visitor has written meanwhile. */
export type ResolveAction = (action: AgentAction) => (() => void) | undefined;

export function useAgentActions(): ResolveAction {
  const chat = useChat();
  const { call, requestCall, setPlanningCall, showForm } = usePanel();
  const messageId = useContext(MessageId);
  const offer = useNextCallOffer();
  const canShowForm = chat.state.canShowForm.value;
  // A call needs the lead, so the form may come first. It offers the call, too.
  const formForCall = canShowForm && call.value !== null ? showForm : undefined;
  const isChatting = chat.state.phase.value === 'chatting';
  const isAnswered = useComputed(() => hasWrittenSince(chat.state.messages.value, messageId)).value;
  return (action) => {
    if (!isChatting) return undefined;
    const { type } = action;
    switch (type) {
      case 'say':
        return isAnswered ? undefined : () => chat.sendMessage(action.text);
      case 'call':
        return offer === null ? formForCall : requestCall;
      case 'call-later':
        return offer === null ? formForCall : () => setPlanningCall(true);
      case 'form':
        return canShowForm ? showForm : undefined;
      default:
        return type satisfies never;
    }
  };
}

function hasWrittenSince(messages: readonly ChatMessage[], id: string): boolean {
  return messages.findLastIndex(({ from }) => from === 'visitor') > messages.findIndex((message) => message.id === id);
}
