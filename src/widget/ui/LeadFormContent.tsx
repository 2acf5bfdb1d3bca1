import { useMemo } from 'preact/hooks';
import type { Chat, LeadForm } from '../../core/index.ts';
import { adoptStyles } from './adopt-styles.ts';
import { callText } from './callback/callback-availability.ts';
import { usePanel } from './panel-model.ts';
import { useStyles } from './use-styles.ts';

type LeadFormContentProps = { chat: Chat; form: LeadForm; module: typeof import('./form/index.ts') };

/** The lead form with the options of the page. */
export function LeadFormContent({ chat, form, module }: LeadFormContentProps) {
  const model = usePanel();
  const { leadForm, greeting, theme } = model.options.value;
  const translator = model.translator.value;
  const lead = chat.state.lead.value;
  const View = useMemo(() => module.createLeadFormView((styles) => adoptStyles(model.root, styles)), [module, model]);
  useStyles(module.formStyles);
  return (
    <View
      form={form}
      translator={translator}
      greeting={greeting}
      origin={model.leadOrigin}
      refusal={lead.status === 'refused' && lead.issues.length === 0 ? lead.code : null}
      callText={callText(model.call.value, form.country.value, translator)}
      captcha={model.captcha.value}
      theme={theme}
      isShown={model.isOpen.value}
      {...(leadForm === 'optional' && { skip: () => chat.skipLead() })}
    />
  );
}
