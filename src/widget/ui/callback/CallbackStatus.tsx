import { useSignal } from '@preact/signals';
import type { CallbackState, Chat } from '../../../core/index.ts';
import type { TextKey } from '../../../i18n/index.ts';
import type { CallState } from '../../../protocol/index.ts';
import { BannerLine } from '../banner/BannerLine.tsx';
import { icons } from '../Icon.tsx';
import { usePanel } from '../panel-model.ts';
import { isFromVisitor } from '../visitor-event.ts';

/** The progress of a call-back. A finished one can be dismissed; one that could not be requested can be requested again. */
export function CallbackStatus({ chat }: { chat: Chat }) {
  const { t } = usePanel().translator.value;
  const dismissed = useSignal<CallbackState | null>(null);
  const callback = chat.state.callback.value;
  if (callback.status === 'none' || dismissed.value === callback) return null;
  const { text, isOver, canRetry } = describeCallback(callback);
  const dismiss = () => {
    dismissed.value = callback;
  };
  return (
    <BannerLine icon={icons.phone} text={t(text)} onDismiss={isOver ? dismiss : undefined}>
      {canRetry && (
        <button type="button" class="again" onClick={(event) => isFromVisitor(event) && chat.requestCall()}>
          {t('tryAgain')}
        </button>
      )}
    </BannerLine>
  );
}

type CallbackDescription = { text: TextKey; isOver: boolean; canRetry: boolean };

function describeCallback(callback: Exclude<CallbackState, { status: 'none' }>): CallbackDescription {
  switch (callback.status) {
    case 'asking':
      return { text: 'callAsking', isOver: false, canRetry: false };
    case 'failed': {
      const text = refusalTexts.get(callback.code);
      return { text: text ?? 'callUnreachable', isOver: true, canRetry: text === undefined };
    }
    case 'requested': {
      const isOver = ['failed', 'refused', 'expired', 'completed', 'unknown'].includes(callback.state);
      return { text: stateTexts[callback.state], isOver, canRetry: false };
    }
    default:
      return callback satisfies never;
  }
}

/** Refusals of the proxy, for which a second request would not help. Every other code is a failure on the way there. */
const refusalTexts = new Map<string, TextKey>([
  ['closed', 'callClosed'],
  ['country', 'callCountry'],
  ['off', 'callOff'],
  ['not-offered', 'callOff'],
  ['not-found', 'callOff'],
  ['no-proxy', 'callOff'],
  ['rate-limited', 'callLimit'],
]);

const stateTexts: Record<CallState, TextKey> = {
  planned: 'callAsked',
  cancelled: 'callEnded',
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
