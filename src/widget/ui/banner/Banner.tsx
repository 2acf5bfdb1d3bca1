import type { ComponentChildren } from 'preact';
import type { Chat, Notice } from '../../../core/index.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { icons } from '../Icon.tsx';
import { usePanel } from '../panel-model.ts';
import { BannerLine } from './BannerLine.tsx';

/**
 * Notices above the messages, the children first. The live region is always in the document, so that screen readers announce
 * each change.
 */
export function Banner({ chat, children }: { chat: Chat; children: ComponentChildren }) {
  const { t } = usePanel().translator.value;
  return (
    <div role="status">
      {children}
      {chat.state.phase.value === 'chatting' && (
        <>
          <ConnectionBanner chat={chat} />
          <LeadBanner chat={chat} />
        </>
      )}
      <NoticeBanner chat={chat} />
      {chat.state.canUndo.value && (
        <BannerLine icon={icons.info} text={t('newConversation')}>
          <button type="button" class="again" onClick={() => chat.undoNewConversation()}>
            {t('undo')}
          </button>
        </BannerLine>
      )}
    </div>
  );
}

function ConnectionBanner({ chat }: { chat: Chat }) {
  const { t } = usePanel().translator.value;
  switch (chat.state.connection.value) {
    case 'offline':
      return <BannerLine icon={icons.offline} text={t('offlineBanner')} />;
    case 'waiting':
      return <BannerLine icon={icons.refresh} text={t('reconnectingBanner')} />;
    default:
      return null;
  }
}

function LeadBanner({ chat }: { chat: Chat }) {
  const { t } = usePanel().translator.value;
  const lead = chat.state.lead.value;
  switch (lead.status) {
    case 'queued':
      return <BannerLine icon={icons.info} text={t(lead.kept === 'storage' ? 'leadQueued' : 'leadQueuedMemory')} />;
    case 'refused':
      return <BannerLine icon={icons.alert} text={t('leadRefused')} />;
    default:
      return null;
  }
}

const noticeTexts: Record<Notice, TextKey> = {
  'session-replaced': 'sessionReplaced',
  'anonymous-fallback': 'anonymousFallback',
  'storage-unavailable': 'storageUnavailable',
};

function NoticeBanner({ chat }: { chat: Chat }) {
  const { t } = usePanel().translator.value;
  const notice = chat.state.notice.value;
  if (notice === null) return null;
  return <BannerLine icon={icons.info} text={t(noticeTexts[notice])} onDismiss={() => chat.dismissNotice()} />;
}
