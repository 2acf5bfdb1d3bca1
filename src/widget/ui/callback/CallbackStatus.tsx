import { useSignal } from '@preact/signals';
import type { CallbackState } from '../../../core/index.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { type CallState, isCallUnderWay } from '../../../protocol/proxy/call-state.ts';
import { BannerLine } from '../banner/BannerLine.tsx';
import { useChat } from '../chat-context.ts';
import { icons } from '../Icon.tsx';
import { usePanel } from '../panel-model.ts';
import { isFromVisitor } from '../visitor-event.ts';
import { useNextCallOffer } from './call-offer.ts';

/**
 * The progress of a call-back. A planned call can be cancelled, and a finished one dismissed. One that was not placed can be
 * requested again or planned.
 */
export function CallbackStatus() {
  const chat = useChat();
  const { setPlanningCall, translator } = usePanel();
  const offer = useNextCallOffer();
  const { t, locale } = translator.value;
  const dismissed = useSignal<CallbackState | null>(null);
  const callback = chat.state.callback.value;
  if (callback.status === 'none' || dismissed.value === callback) return null;
  const { text, isOver, canRetry, canPlan } = describeCallback(callback);
  const when = callback.status === 'requested' && callback.at !== undefined ? formatTime(callback.at, locale) : '';
  const dismiss = () => {
    dismissed.value = callback;
  };
  return (
    <BannerLine icon={icons.phone} text={t(text, { when })} onDismiss={isOver ? dismiss : undefined}>
      {canRetry && (
        <button type="button" class="again" onClick={(event) => isFromVisitor(event) && chat.requestCall()}>
          {t('tryAgain')}
        </button>
      )}
      {canPlan && offer !== null && (
        <button type="button" class="again" onClick={() => setPlanningCall(true)}>
          {t('callLater')}
        </button>
      )}
      {callback.status === 'requested' && callback.state === 'planned' && (
        <button type="button" class="again" onClick={(event) => isFromVisitor(event) && chat.cancelCall()}>
          {t(callback.cancelFailed === true ? 'tryAgain' : 'callCancel')}
        </button>
      )}
    </BannerLine>
  );
}

type CallbackDescription = { text: TextKey; isOver: boolean; canRetry: boolean; canPlan: boolean };

/** Error codes and final states after which the visitor may choose another time. */
const plannable = ['closed', 'full', 'bad-request', 'expired', 'cancelled'];

function describeCallback(callback: Exclude<CallbackState, { status: 'none' }>): CallbackDescription {
  switch (callback.status) {
    case 'asking':
      return { text: 'callAsking', isOver: false, canRetry: false, canPlan: false };
    case 'failed': {
      const text = refusalTexts.get(callback.code);
      const canPlan = plannable.includes(callback.code);
      return { text: text ?? 'callUnreachable', isOver: true, canRetry: text === undefined, canPlan };
    }
    case 'requested': {
      const { state, cancelFailed = false } = callback;
      const text = cancelFailed ? 'callCancelFailed' : stateTexts[state];
      return { text, isOver: !isCallUnderWay(state), canRetry: false, canPlan: plannable.includes(state) };
    }
    default:
      return callback satisfies never;
  }
}

/** Error codes of the proxy, after which another request would not help. Any other code means that the proxy was not reached. */
const refusalTexts = new Map<string, TextKey>([
  ['closed', 'callClosed'],
  ['full', 'callTimeGone'],
  ['bad-request', 'callTimeGone'],
  ['country', 'callCountry'],
  ['off', 'callOff'],
  ['not-offered', 'callOff'],
  ['not-found', 'callOff'],
  ['no-proxy', 'callOff'],
  ['rate-limited', 'callLimit'],
]);

const stateTexts: Record<CallState, TextKey> = {
  planned: 'callPlanned',
  cancelled: 'callCancelled',
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

/** `Mon, Nov 23, 9:00 AM` */
function formatTime(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}
