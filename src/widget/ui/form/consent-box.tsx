import type { LeadForm } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import type { FormConsent } from '../../../protocol/index.ts';
import { Link } from '../Link.tsx';
import { Problem } from './field.tsx';
import { problemText } from './problem-text.ts';

/** The consent that the form asks for; links in its text open beside the page. */
export function ConsentBox({
  form,
  consent,
  translator,
}: {
  form: LeadForm;
  consent: FormConsent;
  translator: Translator;
}) {
  const problem = form.problems.value.consent;
  return (
    <div class="field checkbox">
      <input
        id="field-consent"
        type="checkbox"
        required={consent.required}
        checked={form.consentGiven.value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : 'problem-consent'}
        onInput={(event) => form.setConsent(event.currentTarget.checked)}
      />
      <label for="field-consent" dir="auto">
        {withLinks(consent.text)}
      </label>
      {problem !== undefined && <Problem id="problem-consent" text={problemText('consent', problem, translator)} />}
    </div>
  );
}

/** `[privacy policy](https://…)` in a text becomes a link. */
function withLinks(text: string) {
  return text.split(/(\[[^[\]]{1,200}\]\([^()\s]{1,2000}\))/).map((part) => {
    const link = /^\[(.+)\]\((.+)\)$/.exec(part);
    if (link === null) return part;
    const [, label = '', address = ''] = link;
    return (
      <Link key={part} address={address}>
        {label}
      </Link>
    );
  });
}
