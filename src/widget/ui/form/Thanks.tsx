import type { Chat } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import { useStyles } from '../adopt-styles.ts';
import { CallButton } from '../callback/CallButton.tsx';
import { CallHours } from '../callback/CallHours.tsx';
import { useNextCallOffer } from '../callback/call-offer.ts';
import { useChat } from '../chat-context.ts';
import { usePanelFocus } from '../focus.ts';
import { formatOpening } from '../header/format-opening.ts';
import { Icon, icons } from '../Icon.tsx';
import { LiveText } from '../LiveText.tsx';
import { usePanel } from '../panel-model.ts';
import { isFromVisitor } from '../visitor-event.ts';
import { formStyleSheet } from './form-styles.ts';

/** Shown after a lead that no chat follows: when someone will be in touch, the call-back, and a button to start again. */
export function Thanks() {
  const chat = useChat();
  const model = usePanel();
  const translator = model.translator.value;
  const { t } = translator;
  const offer = useNextCallOffer();
  const focusPanel = usePanelFocus();
  useStyles(formStyleSheet);
  return (
    <div class="end">
      <Icon path={icons.check} />
      <h3>{t('thanks')}</h3>
      {/* Nobody who can be called now has to wait until the site is back. */}
      <LiveText text={thanksText(chat, offer?.isOpen ? null : model.backAt.value, translator)} />
      {offer?.isOpen === true && (
        <CallButton
          type="button"
          class="main"
          onClick={(event) => {
            if (!isFromVisitor(event)) return;
            // Both buttons go while the call is under way.
            focusPanel();
            chat.requestCall();
          }}
        >
          {t('callMe')}
        </CallButton>
      )}
      {offer !== null && (
        <>
          <CallHours offer={offer} />
          <button type="button" class="second" onClick={() => model.setPlanningCall(true)}>
            {t('callLater')}
          </button>
        </>
      )}
      <button type="button" class="again" onClick={() => chat.newConversation()}>
        {t(model.afterLead.value === 'thanks' ? 'leaveAnother' : 'startChat')}
      </button>
    </div>
  );
}

/** When someone will be in touch, or what happens to a lead that waits. */
export function thanksText({ state }: Chat, backAt: number | null, { locale, t }: Translator): string {
  const lead = state.lead.value;
  // ConsentAgain says what happens next.
  if (lead.status === 'consent-changed') return '';
  if (lead.status === 'queued') return t(lead.kept === 'storage' ? 'leadQueued' : 'leadQueuedMemory');
  return backAt === null ? t('inTouchSoon') : t('inTouchAt', { when: formatOpening(backAt, locale) });
}
