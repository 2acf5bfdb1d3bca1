import type { CallbackState, Chat } from '../chat/index.ts';
import type { TextKey, Words } from '../options/index.ts';
import type { CallState } from '../protocol/index.ts';
import { Icon, type IconName } from './icon.tsx';

type Line = { icon: IconName; text: string; tone: string; dismiss?: () => void };

/** What a visitor should know besides the messages. The region is always there, so that changes are read out. */
export function Banner({ chat, words }: { chat: Chat; words: Words }) {
  return (
    <div role="status" class="banners">
      {linesOf(chat, words).map(({ icon, text, tone, dismiss }) => (
        <p key={text} class={`banner ${tone}`}>
          <Icon name={icon} />
          <span>{text}</span>
          {dismiss !== undefined && (
            <button type="button" class="plain" aria-label={words.say('dismiss')} onClick={dismiss}>
              <Icon name="close" />
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

function linesOf(chat: Chat, words: Words): Line[] {
  const { connection, lead, notice, phase } = chat.state;
  const lines: Line[] = [];
  const call = callText(chat.state.callback.value);
  if (call !== null) lines.push({ icon: 'phone', tone: '', text: words.say(call) });
  if (phase.value === 'chatting') {
    if (connection.value === 'offline') {
      lines.push({ icon: 'offline', tone: 'bad', text: words.say('offlineBanner') });
    }
    if (connection.value === 'waiting') {
      lines.push({ icon: 'refresh', tone: 'bad', text: words.say('reconnectingBanner') });
    }
    const { value } = lead;
    if (value.status === 'queued') {
      const text = words.say(value.kept === 'storage' ? 'leadQueued' : 'leadQueuedMemory');
      lines.push({ icon: 'info', tone: '', text });
    }
    if (value.status === 'refused') lines.push({ icon: 'alert', tone: 'bad', text: words.say('leadRefused') });
  }
  if (notice.value !== null) {
    const key = {
      'session-replaced': 'sessionReplaced',
      'anonymous-fallback': 'anonymousFallback',
      'storage-unavailable': 'storageUnavailable',
    } as const;
    lines.push({ icon: 'info', tone: '', text: words.say(key[notice.value]), dismiss: () => chat.dismissNotice() });
  }
  return lines;
}

/** How far a call-back is, told as far as it is known; one that is over is told by its ringing. */
function callText(callback: CallbackState): TextKey | null {
  switch (callback.status) {
    case 'none':
      return null;
    case 'asking':
      return 'callAsked';
    case 'failed':
      return 'callFailed';
    case 'requested':
      return stateTexts[callback.state];
    default:
      return callback satisfies never;
  }
}

const stateTexts: Record<CallState, TextKey | null> = {
  waiting: 'callAsked',
  placing: 'callRinging',
  ringing: 'callRinging',
  answered: 'callAnswered',
  completed: null,
  failed: 'callFailed',
  expired: 'callFailed',
  unknown: 'callUnknown',
};
