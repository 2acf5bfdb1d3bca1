import type { ComponentChildren } from 'preact';
import type { Notice } from '../../../core/index.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { useChat } from '../chat-context.ts';
import { icons } from '../Icon.tsx';
import { usePanel, useTranslator } from '../panel-model.ts';
import { BannerLine } from './BannerLine.tsx';

/**
 * Notices above the messages, the children first. The live region is always in the document, so that screen readers announce
 * each change.
 */
export function Banner({ children }: { children: ComponentChildren }) {
  const chat = useChat();
  const { t } = useTranslator();
  return (
    <div role="status">
      {children}
      {chat.state.phase.value === 'chatting' && (
        <>
          <ConnectionBanner />
          <LeadBanner />
        </>
      )}
      <NoticeBanner />
      {chat.state.canUndo.value && chat.state.phase.value !== 'ended' && (
        <BannerLine icon={icons.info} text={t('newConversation')}>
          <button type="button" class="again" onClick={() => chat.undoNewConversation()}>
            {t('undo')}
          </button>
        </BannerLine>
      )}
    </div>
  );
}

function ConnectionBanner() {
  const { state } = useChat();
  const { t } = useTranslator();
  switch (state.connection.value) {
    case 'offline':
      return <BannerLine icon={icons.offline} text={t('offlineBanner')} />;
    case 'waiting':
      return <BannerLine icon={icons.refresh} text={t('reconnectingBanner')} />;
    default:
      return null;
  }
}

function LeadBanner() {
  const { showForm } = usePanel();
  const { t } = useTranslator();
  const { canShowForm, form, lead: leadState } = useChat().state;
  const lead = leadState.value;
  switch (lead.status) {
    case 'queued':
      return <BannerLine icon={icons.info} text={t(lead.kept === 'storage' ? 'leadQueued' : 'leadQueuedMemory')} />;
    case 'refused':
      // The form says what is wrong with it.
      if (form.value.status === 'shown') return null;
      return (
        <BannerLine icon={icons.alert} text={t('leadRefused')}>
          {canShowForm.value && (
            <button type="button" class="again" onClick={showForm}>
              {t('tryAgain')}
            </button>
          )}
        </BannerLine>
      );
    default:
      return null;
  }
}

const noticeTexts: Record<Notice, TextKey> = {
  'session-replaced': 'sessionReplaced',
  'anonymous-fallback': 'anonymousFallback',
  'storage-unavailable': 'storageUnavailable',
};

function NoticeBanner() {
  const chat = useChat();
  const { t } = useTranslator();
  const notice = chat.state.notice.value;
  if (notice === null) return null;
  return <BannerLine icon={icons.info} text={t(noticeTexts[notice])} onDismiss={() => chat.dismissNotice()} />;
}
