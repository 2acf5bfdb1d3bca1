import { signal } from '@preact/signals-core';
import type { ComponentType } from 'preact';
import type { CallbackState, Chat } from '../../../core/index.ts';
import type { TextKey, Translator } from '../../../i18n/index.ts';
import type { CallState } from '../../../protocol/index.ts';
import { Icon, icons } from '../icon.tsx';

export type CallLineProps = { chat: Chat; translator: Translator };

/** How far a call-back is, as far as that is known. What is over can be put away; what never was, asked for again. */
export function createCallbackStatus(): ComponentType<CallLineProps> {
  const dismissed = signal<CallbackState | null>(null);
  return function CallbackStatus({ chat, translator }) {
    const callback = chat.state.callback.value;
    if (callback.status === 'none' || dismissed.value === callback) return null;
    const { text, isOver, again } = read(callback);
    return (
      <p class="banner">
        <Icon path={icons.phone} />
        <span>{translator.t(text)}</span>
        {again && (
          <button type="button" class="again" onClick={() => chat.requestCall()}>
            {translator.t('tryAgain')}
          </button>
        )}
        {isOver && (
          <button
            type="button"
            class="plain"
            aria-label={translator.t('dismiss')}
            onClick={() => {
              dismissed.value = callback;
            }}
          >
            <Icon path={icons.close} />
          </button>
        )}
      </p>
    );
  };
}

type Reading = { text: TextKey; isOver: boolean; again: boolean };

function read(callback: Exclude<CallbackState, { status: 'none' }>): Reading {
  switch (callback.status) {
    case 'asking':
      return { text: 'callAsking', isOver: false, again: false };
    case 'failed': {
      const text = refusals.get(callback.code);
      return { text: text ?? 'callUnreachable', isOver: true, again: text === undefined };
    }
    case 'requested': {
      const isOver = ['failed', 'expired', 'completed', 'unknown'].includes(callback.state);
      return { text: stateTexts[callback.state], isOver, again: false };
    }
    default:
      return callback satisfies never;
  }
}

/** What the proxy says no to. Asking once more at once would not help; any other failure is one of the way there. */
const refusals = new Map<string, TextKey>([
  ['closed', 'callClosed'],
  ['country', 'callCountry'],
  ['off', 'callOff'],
  ['not-offered', 'callOff'],
  ['not-found', 'callOff'],
  ['no-proxy', 'callOff'],
  ['rate-limited', 'callLimit'],
]);

const stateTexts: Record<CallState, TextKey> = {
  waiting: 'callAsked',
  placing: 'callRinging',
  ringing: 'callRinging',
  answered: 'callAnswered',
  completed: 'callEnded',
  failed: 'callFailed',
  refused: 'callFailed',
  expired: 'callExpired',
  unknown: 'callUnknown',
};
