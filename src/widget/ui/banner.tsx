import type { ComponentType } from 'preact';
import type { Chat } from '../../core/index.ts';
import type { Translator } from '../../i18n/index.ts';
import type { CallLineProps } from './callback/index.ts';
import { Icon, icons } from './icon.tsx';

type Line = { icon: string; text: string; dismiss?: () => void };

type BannerProps = {
  chat: Chat;
  translator: Translator;
  /** How far a call-back is; null until one is in sight. */
  CallbackStatus: ComponentType<CallLineProps> | null;
};

/** What a visitor should know besides the messages. The region is always there, so that changes are read out. */
export function Banner({ chat, translator, CallbackStatus }: BannerProps) {
  return (
    <div role="status">
      {CallbackStatus !== null && <CallbackStatus chat={chat} translator={translator} />}
      {linesOf(chat, translator).map(({ icon, text, dismiss }) => (
        <p key={text} class="banner">
          <Icon path={icon} />
          <span>{text}</span>
          {dismiss !== undefined && (
            <button type="button" class="plain" aria-label={translator.t('dismiss')} onClick={dismiss}>
              <Icon path={icons.close} />
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

function linesOf(chat: Chat, translator: Translator): Line[] {
  const { connection, lead, notice, phase } = chat.state;
  const lines: Line[] = [];
  if (phase.value === 'chatting') {
    if (connection.value === 'offline') {
      lines.push({ icon: icons.offline, text: translator.t('offlineBanner') });
    }
    if (connection.value === 'waiting') {
      lines.push({ icon: icons.refresh, text: translator.t('reconnectingBanner') });
    }
    const { value } = lead;
    if (value.status === 'queued') {
      const text = translator.t(value.kept === 'storage' ? 'leadQueued' : 'leadQueuedMemory');
      lines.push({ icon: icons.info, text });
    }
    if (value.status === 'refused') lines.push({ icon: icons.alert, text: translator.t('leadRefused') });
  }
  if (notice.value !== null) {
    const key = {
      'session-replaced': 'sessionReplaced',
      'anonymous-fallback': 'anonymousFallback',
      'storage-unavailable': 'storageUnavailable',
    } as const;
    lines.push({ icon: icons.info, text: translator.t(key[notice.value]), dismiss: () => chat.dismissNotice() });
  }
  return lines;
}
