import type { TargetedMouseEvent } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { LeadFormState } from '../../../core/index.ts';
import { useStyles } from '../adopt-styles.ts';
import { CallButton } from '../callback/CallButton.tsx';
import { CallHours } from '../callback/CallHours.tsx';
import { getCallOffer } from '../callback/call-offer.ts';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { useChat } from '../chat-context.ts';
import { focusField, watchFocus } from '../focus.ts';
import { usePanel } from '../panel-model.ts';
import { isFromVisitor } from '../visitor-event.ts';
import { ConsentBox } from './ConsentBox.tsx';
import { Field } from './Field.tsx';
import { FieldChanges } from './FieldChanges.tsx';
import { FormProblem } from './FormProblem.tsx';
import { LaterFields, StepHead } from './FormSteps.tsx';
import { FormContext } from './form-context.ts';
import { formStyleSheet } from './form-styles.ts';
import { guessCountry } from './guess-country.ts';

/** Why the visitor sends the form. */
type Purpose = 'contact' | 'call-now' | 'call-later';

const callChoices = [
  { purpose: 'call-now', text: 'callMe' },
  { purpose: 'call-later', text: 'callLater' },
] as const;

type LeadFormProps = {
  form: LeadFormState;
  /** A part of the conversation, or before it. */
  place: 'chat' | 'front';
};

/** The lead form: fields, consent, captcha, and the buttons that send it. */
export function LeadForm({ form, place }: LeadFormProps) {
  const chat = useChat();
  const model = usePanel();
  const translator = model.translator.value;
  const { t } = translator;
  const { leadForm } = model.options.value;
  const isOpen = model.isOpen.value;
  const isInChat = place === 'chat';
  const startsChat = model.afterLead.value === 'chat' && !isInChat;
  const isSending = form.status.value === 'sending';
  const consent = form.consent.value;
  // Not the words of the button that sends a message.
  const submitText = isInChat ? 'sendDetails' : startsChat ? 'startChat' : 'send';
  const offer = getCallOffer(model.call.value, form.country.value, model.now.value);
  const inputs = useMemo(() => new Map<string, HTMLElement>(), []);
  const context = useMemo(() => ({ form, inputs }), [form, inputs]);
  const captchaSettings = model.captcha.value;
  const { CaptchaBox, onRender, ...captcha } = useCaptcha();
  const website = useRef<HTMLInputElement>(null);
  const websiteId = useId();
  useStyles(formStyleSheet);
  useLayoutEffect(() => {
    if (form.country.peek() === undefined) form.setCountry(guessCountry());
  }, [form]);
  useEffect(() => {
    if (isOpen) form.markShown();
  }, [form, isOpen]);

  const step = form.step.value;
  const isLastStep = step === null || step.position === step.count;
  const stepHead = useRef<HTMLDivElement>(null);
  const stepId = useId();
  /** What gets the focus in the step that this tab has gone to, once it is rendered: a field, or '' for the first one. */
  const focusInStep = useRef<{ step: number | undefined; field: string } | undefined>(undefined);
  const focusOnceRendered = (field: string) => {
    focusInStep.current = { step: form.step.peek()?.number, field };
  };
  const stepNumber = step?.number;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are there once the step is
  useLayoutEffect(() => {
    const wanted = focusInStep.current;
    focusInStep.current = undefined;
    // In another step that another tab has gone to, the focus is none of it.
    if (wanted === undefined || wanted.step !== stepNumber || stepHead.current === null) return;
    stepHead.current.scrollIntoView({ block: 'nearest' });
    const input = inputs.get(wanted.field);
    const [first = null] = inputs.values();
    if (input === undefined) focusField(stepHead.current, first);
    else input.focus();
  }, [stepNumber]);

  const goOn = () => {
    const problem = form.next();
    if (problem !== undefined) inputs.get(problem)?.focus();
    else focusOnceRendered('');
  };
  const goBack = () => {
    form.back();
    focusOnceRendered('');
  };

  const submit = async (purpose: Purpose, button: HTMLButtonElement) => {
    const visitor = watchFocus(button.form ?? button);
    const callback = purpose === 'call-now';
    const extra = { ...model.leadOrigin(), website: website.current?.value ?? '', callback };
    const result = await form.submit(extra, captcha.prove);
    visitor.stop();
    // The lead is stored before the visitor chooses a time, because they may leave meanwhile.
    if (result.ok) model.setPlanningCall(purpose === 'call-later' && result.status === 'accepted');
    if (result.ok) return;
    captcha.renew();
    if (visitor.hasGoneOn()) return;
    const input = inputs.get(result.firstProblem);
    if (input === undefined) focusOnceRendered(result.firstProblem);
    else input.focus();
  };
  // Handles `click`, which Enter in a field also causes, because a sandboxed frame may forbid `submit`.
  const onNext = (event: TargetedMouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    goOn();
  };
  const submitFor = (purpose: Purpose) => (event: TargetedMouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    if (purpose === 'call-now' && !isFromVisitor(event)) return;
    void submit(purpose, event.currentTarget);
  };
  const fields = (step?.fields ?? form.visibleFields.value).filter(({ type }) => type !== 'hidden');
  const shownFields = fields.map((field) => <Field key={field.name} field={field} />);
  return (
    <FormContext.Provider value={context}>
      {/* `noValidate`, because the browser's messages would not be in the widget's language. */}
      <form
        class={`form ${place}`}
        part="form"
        noValidate
        aria-busy={isSending}
        onInput={model.startForm}
        onSubmit={preventDefault}
      >
        {!isInChat && (
          <>
            <h3>
              <bdi>{t('greeting')}</bdi>
            </h3>
            <p class="intro">{t(startsChat ? 'formIntro' : 'formIntroThanks')}</p>
          </>
        )}
        {step === null ? (
          shownFields
        ) : (
          <>
            <StepHead step={step} id={stepId} head={stepHead} />
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a box of its own */}
            <div class="step-fields" role="group" aria-labelledby={stepId}>
              {shownFields}
            </div>
            <LaterFields fields={step.laterFields} />
          </>
        )}
        <FieldChanges key={stepNumber} fields={step?.fields ?? form.visibleFields.value} />
        {/* A trap for bots: people do not see this field. */}
        <div class="hidden" aria-hidden="true">
          <label for={websiteId}>Website</label>
          <input ref={website} id={websiteId} name="website" type="text" tabIndex={-1} autocomplete="off" />
        </div>
        {isLastStep && consent !== null && (
          <ConsentBox
            consent={consent}
            isGiven={form.consentGiven.value}
            problem={form.problems.value.consent}
            onChange={form.setConsent}
          />
        )}
        <FormProblem />
        <div class="actions">
          {isLastStep && CaptchaBox !== null && captchaSettings !== null && (
            <CaptchaBox settings={captchaSettings} onRender={onRender} />
          )}
          <button
            type="submit"
            class="main"
            part="submit"
            aria-disabled={isSending}
            onMouseDown={preventDefault}
            onClick={isLastStep ? submitFor('contact') : onNext}
          >
            {t(!isLastStep ? 'next' : isSending ? 'sending' : submitText)}
          </button>
          {isLastStep && offer !== null && (
            <>
              <CallHours offer={offer} />
              <div class="calls">
                {callChoices.map(
                  ({ purpose, text }) =>
                    (purpose === 'call-later' || offer.isOpen) && (
                      <CallButton
                        key={purpose}
                        type="submit"
                        class="second"
                        aria-disabled={isSending}
                        onMouseDown={preventDefault}
                        onClick={submitFor(purpose)}
                      >
                        {t(text)}
                      </CallButton>
                    ),
                )}
              </div>
            </>
          )}
          {step !== null && step.position > 1 && (
            <button type="button" class="quiet" onMouseDown={preventDefault} onClick={goBack}>
              {t('back')}
            </button>
          )}
          {(leadForm === 'optional' || leadForm === 'later') && startsChat && (
            <button type="button" class="quiet" onMouseDown={preventDefault} onClick={() => chat.skipLead()}>
              {t('skip')}
            </button>
          )}
          {isInChat && (
            <button type="button" class="quiet" onMouseDown={preventDefault} onClick={() => chat.dismissForm()}>
              {t('notNow')}
            </button>
          )}
        </div>
      </form>
    </FormContext.Provider>
  );
}

/**
 * On a button's `mousedown`, keeps the focus in the current field. Leaving the field would validate it, and its message could
 * move the button away from the pointer before the click.
 */
function preventDefault(event: Event): void {
  event.preventDefault();
}
