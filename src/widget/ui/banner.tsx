import type { ComponentType } from 'preact';
import type { Chat } from '../../core/index.ts';
import type { Words } from '../../i18n/index.ts';
import type { CallLineProps } from './callback/index.ts';
import { Icon, icons } from './icon.tsx';

type Line = { icon: string; text: string; dismiss?: () => void };

type BannerProps = {
  chat: Chat;
  words: Words;
  /** How far a call-back is; null until one is in sight. */
  CallbackStatus: ComponentType<CallLineProps> | null;
};

/** What a visitor should know besides the messages. The region is always there, so that changes are read out. */
export function Banner({ chat, words, CallbackStatus }: BannerProps) {
  return (
    <div role="status">
      {CallbackStatus !== null && <CallbackStatus chat={chat} words={words} />}
      {linesOf(chat, words).map(({ icon, text, dismiss }) => (
        <p key={text} class="banner">
          <Icon path={icon} />
          <span>{text}</span>
          {dismiss !== undefined && (
            <button type="button" class="plain" aria-label={words.t('dismiss')} onClick={dismiss}>
              <Icon path={icons.close} />
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
  if (phase.value === 'chatting') {
    if (connection.value === 'offline') {
      lines.push({ icon: icons.offline, text: words.t('offlineBanner') });
    }
    if (connection.value === 'waiting') {
      lines.push({ icon: icons.refresh, text: words.t('reconnectingBanner') });
    }
    const { value } = lead;
    if (value.status === 'queued') {
      const text = words.t(value.kept === 'storage' ? 'leadQueued' : 'leadQueuedMemory');
      lines.push({ icon: icons.info, text });
    }
    if (value.status === 'refused') lines.push({ icon: icons.alert, text: words.t('leadRefused') });
  }
  if (notice.value !== null) {
    const key = {
      'session-replaced': 'sessionReplaced',
      'anonymous-fallback': 'anonymousFallback',
      'storage-unavailable': 'storageUnavailable',
    } as const;
    lines.push({ icon: icons.info, text: words.t(key[notice.value]), dismiss: () => chat.dismissNotice() });
  }
  return lines;
}
