import { signal } from '@preact/signals-core';
import type { ComponentType, TargetedMouseEvent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { LeadForm, SubmissionExtra } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import type { PublicCaptcha } from '../../../protocol/index.ts';
import { Icon, icons } from '../Icon.tsx';
import { type CaptchaPart, createCaptchaPart } from './captcha-part.ts';
import { ConsentBox } from './consent-box.tsx';
import { Field } from './field.tsx';
import type { PhoneTools } from './phone-tools.tsx';

export type FormProps = {
  form: LeadForm;
  translator: Translator;
  greeting: string | undefined;
  /** Where the lead comes from. */
  origin: () => SubmissionExtra;
  /** What the button says that asks for a call too; null: none is offered. */
  callText: string | null;
  /** Code of the refusal of the lead as a whole. */
  refusal: string | null;
  captcha: PublicCaptcha | null;
  theme: 'auto' | 'light' | 'dark';
  /** The form can be seen: the panel is open. */
  isShown: boolean;
  /** There when the form may be left out. */
  skip?: () => void;
};

/**
 * The lead form, with the reading of phones loaded when it is first drawn. `adopt` takes a
 * style sheet into the panel.
 */
export function createLeadFormView(adopt: (styles: string) => void): ComponentType<FormProps> {
  const phone = signal<PhoneTools | null>(null);
  const equipped = new WeakSet<LeadForm>();
  const captcha = createCaptchaPart();
  // Without the metadata the form still works: digits are counted here, and the proxy judges.
  import('./phone-tools.tsx').then(
    ({ createPhoneTools, phoneStyles }) => {
      adopt(phoneStyles);
      phone.value = createPhoneTools();
    },
    () => {},
  );
  return function LeadForm(props) {
    const { form } = props;
    useEffect(() => {
      // Behind a closed panel nobody fills it in.
      if (props.isShown) form.markShown();
    }, [form, props.isShown]);
    if (phone.value !== null && !equipped.has(form)) {
      equipped.add(form);
      phone.value.equip(form);
    }
    // Before the visitor sees the form, nobody else's script is loaded.
    if (props.captcha !== null && props.isShown) captcha.need();
    return <LeadFormView {...props} phone={phone.value} captchaPart={captcha} />;
  };
}

type ViewProps = FormProps & {
  phone: PhoneTools | null;
  captchaPart: CaptchaPart;
};

/** Fields, consent, and what became of the lead. */
function LeadFormView(props: ViewProps) {
  const { form, translator, greeting, origin, callText, refusal, phone, captcha, captchaPart, skip } = props;
  const box = captchaPart.box.value;
  const isSending = form.status.value === 'sending';
  const submit = async (element: HTMLFormElement, callback: boolean) => {
    const website = element.querySelector<HTMLInputElement>('[name=website]')?.value ?? '';
    const extra = { ...origin(), website, callback };
    const result = await (captcha === null ? form.submit(extra) : form.submit(extra, captchaPart.prove));
    if (result.ok) return;
    captchaPart.box.peek()?.renew();
    element.querySelector<HTMLElement>(`#field-${result.firstProblem || 'none'}`)?.focus();
  };
  // By the press of a button, which Enter in a field is too: a frame may forbid the submission itself (`sandbox`).
  const pressed = (callback: boolean) => (event: TargetedMouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const element = event.currentTarget.form;
    if (element !== null) void submit(element, callback);
  };
  return (
    <form
      class="form"
      // Problems are told in the visitor's language, beside the fields.
      noValidate
      aria-busy={isSending}
      onSubmit={stay}
    >
      <h3>
        <bdi>{greeting ?? translator.t('greeting')}</bdi>
      </h3>
      <p class="intro">{translator.t('formIntro')}</p>
      {form.fields
        .filter((field) => field.type !== 'hidden')
        .map((field) => (
          <Field key={field.name} field={field} form={form} translator={translator} phone={phone} />
        ))}
      {/* People do not see this one; programs fill it in. */}
      <div class="hidden" aria-hidden="true">
        <label for="field-website">Website</label>
        <input id="field-website" name="website" type="text" tabIndex={-1} autocomplete="off" />
      </div>
      {form.consent !== null && <ConsentBox form={form} consent={form.consent} translator={translator} />}
      <div role="alert">
        {refusal !== null && (
          <p class="problem">
            <Icon path={icons.alert} />
            {translator.t(refusal === 'rate-limited' ? 'tooMany' : 'refused')}
          </p>
        )}
      </div>
      <div class="actions">
        {captcha !== null && box !== null && (
          <box.Box form={form} translator={translator} settings={captcha} theme={props.theme} />
        )}
        <button type="submit" class="main" aria-disabled={isSending} onMouseDown={stay} onClick={pressed(false)}>
          {translator.t(isSending ? 'sending' : 'startChat')}
        </button>
        {callText !== null && (
          <button type="submit" class="second" aria-disabled={isSending} onMouseDown={stay} onClick={pressed(true)}>
            {callText}
          </button>
        )}
        {skip !== undefined && (
          <button type="button" class="quiet" onMouseDown={stay} onClick={skip}>
            {translator.t('skip')}
          </button>
        )}
      </div>
    </form>
  );
}

/**
 * For a form: it goes nowhere by itself. For a button: pressing it leaves the focus where it is. Leaving a field
 * judges it, and a message that appears then would move the button away from under the pointer, so that the click is lost.
 */
function stay(event: Event): void {
  event.preventDefault();
}
