import type { TargetedMouseEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Chat, LeadForm as LeadFormModel } from '../../../core/index.ts';
import { CallHours } from '../callback/CallHours.tsx';
import { getCallOffer } from '../callback/call-offer.ts';
import { usePanel } from '../panel-model.ts';
import { useLazy } from '../use-lazy.ts';
import { useStyles } from '../use-styles.ts';
import { isFromVisitor } from '../visitor-event.ts';
import { ConsentBox } from './ConsentBox.tsx';
import { Field } from './Field.tsx';
import { formStyleSheet } from './form-styles.ts';
import type { PhoneTools } from './PhoneInput.tsx';
import { Problem } from './Problem.tsx';
import { useCaptcha } from './use-captcha.ts';

// In the same chunk: only a chat with leads has a call-back.
export { CallbackStatus } from '../callback/CallbackStatus.tsx';
// In the same chunk: both show the consent.
export { ConsentAgain } from './ConsentAgain.tsx';
// In one chunk with the form: after a lead, it must be there even if the network is not.
export { Thanks } from './Thanks.tsx';

/** What the visitor sends the form for. */
type Purpose = 'contact' | 'call-now' | 'call-later';

const callChoices = [
  { purpose: 'call-now', text: 'callMe' },
  { purpose: 'call-later', text: 'callLater' },
] as const;

type LeadFormProps = { chat: Chat; form: LeadFormModel };

/** The lead form: fields, consent, captcha, and the buttons that send it. */
export function LeadForm({ chat, form }: LeadFormProps) {
  const model = usePanel();
  const translator = model.translator.value;
  const { t } = translator;
  const { leadForm } = model.options.value;
  const isOpen = model.isOpen.value;
  const startsChat = model.afterLead.value === 'chat';
  const isSending = form.status.value === 'sending';
  const offer = getCallOffer(model.call.value, form.country.value);
  const phone = usePhoneTools(form);
  const captchaSettings = model.captcha.value;
  const { CaptchaBox, drawn, ...captcha } = useCaptcha(captchaSettings !== null && isOpen);
  const website = useRef<HTMLInputElement>(null);
  useStyles(formStyleSheet);
  useEffect(() => {
    if (isOpen) form.markShown();
  }, [form, isOpen]);

  const submit = async (element: HTMLFormElement, purpose: Purpose) => {
    const callback = purpose === 'call-now';
    const extra = { ...model.leadOrigin(), website: website.current?.value ?? '', callback };
    const result = await (captchaSettings === null ? form.submit(extra) : form.submit(extra, captcha.prove));
    // The lead is stored first: the visitor may leave while choosing a time.
    if (result.ok) model.isPlanningCall.value = purpose === 'call-later' && result.status === 'accepted';
    if (result.ok) return;
    captcha.renew();
    if (result.firstProblem !== '') element.querySelector<HTMLElement>(`#field-${result.firstProblem}`)?.focus();
  };
  // On the click of a button, which Enter in a field is too: a sandboxed frame may forbid the submit event.
  const submitFor = (purpose: Purpose) => (event: TargetedMouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    if (purpose === 'call-now' && !isFromVisitor(event)) return;
    const element = event.currentTarget.form;
    if (element !== null) void submit(element, purpose);
  };
  return (
    // The browser's own messages would not be in the widget's language.
    <form class="form" part="form" noValidate aria-busy={isSending} onSubmit={preventDefault}>
      <h3>
        <bdi>{t('greeting')}</bdi>
      </h3>
      <p class="intro">{t(startsChat ? 'formIntro' : 'formIntroThanks')}</p>
      {form.fields
        .filter(({ type }) => type !== 'hidden')
        .map((field) => (
          <Field key={field.name} field={field} form={form} phone={phone} />
        ))}
      {/* A trap for bots: people do not see this field. */}
      <div class="hidden" aria-hidden="true">
        <label for="field-website">Website</label>
        <input ref={website} id="field-website" name="website" type="text" tabIndex={-1} autocomplete="off" />
      </div>
      {form.consent !== null && (
        <ConsentBox
          consent={form.consent}
          isGiven={form.consentGiven.value}
          problem={form.problems.value.consent}
          onChange={form.setConsent}
        />
      )}
      <Refusal chat={chat} form={form} />
      <div class="actions">
        {CaptchaBox !== null && captchaSettings !== null && (
          <CaptchaBox form={form} settings={captchaSettings} drawn={drawn} />
        )}
        <button
          type="submit"
          class="main"
          part="submit"
          aria-disabled={isSending}
          onMouseDown={preventDefault}
          onClick={submitFor('contact')}
        >
          {t(isSending ? 'sending' : startsChat ? 'startChat' : 'send')}
        </button>
        {offer !== null && (
          <>
            <CallHours offer={offer} />
            <div class="calls">
              {callChoices.map(
                ({ purpose, text }) =>
                  (purpose === 'call-later' || offer.isOpen) && (
                    <button
                      key={purpose}
                      type="submit"
                      class="second"
                      aria-disabled={isSending}
                      onMouseDown={preventDefault}
                      onClick={submitFor(purpose)}
                    >
                      {t(text)}
                    </button>
                  ),
              )}
            </div>
          </>
        )}
        {leadForm === 'optional' && startsChat && (
          <button type="button" class="quiet" onMouseDown={preventDefault} onClick={() => chat.skipLead()}>
            {t('skip')}
          </button>
        )}
      </div>
    </form>
  );
}

/** Says that the lead was refused as a whole. The live region is always in the document, so that the text is announced. */
function Refusal({ chat, form }: LeadFormProps) {
  const { t } = usePanel().translator.value;
  const lead = chat.state.lead.value;
  // A queued lead is refused when the form is no longer there to show which field is at fault.
  const isRefused = lead.status === 'refused' && (lead.issues.length === 0 || form.status.value !== 'refused');
  return <div role="alert">{isRefused && <Problem text={t('refused')} />}</div>;
}

/** Loads the phone metadata. Until it is there, or without it, the form counts digits and the proxy validates. */
function usePhoneTools(form: LeadFormModel): PhoneTools | null {
  const tools = useLazy(() => import('./phone-tools.ts'));
  const phone = tools.status === 'ready' ? tools.module : null;
  useLayoutEffect(() => {
    if (phone === null) return;
    form.setPhoneParser(phone.parsePhone);
    if (form.country.peek() === undefined) form.setCountry(phone.guessCountry());
  }, [form, phone]);
  return phone;
}

/**
 * On a button, keeps the focus where it is while the mouse is pressed: leaving a field validates it, and a message that
 * appears then would move the button from under the pointer, so that the click is lost.
 */
function preventDefault(event: Event): void {
  event.preventDefault();
}
