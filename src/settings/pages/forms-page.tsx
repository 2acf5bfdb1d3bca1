import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { AskAfterField } from '../ask-after-field.tsx';
import { CallbackEditor } from '../callbacks/callback-editor.tsx';
import { CountryField } from '../callbacks/country-field.tsx';
import { ConsentEditor } from '../forms/consent-editor.tsx';
import { useFormEditor } from '../forms/form-editor.ts';
import { FormLanguageContext } from '../forms/form-language.ts';
import { FormTabs } from '../forms/form-tabs.tsx';
import { LanguageBar } from '../forms/language-bar.tsx';
import { PageValues } from '../forms/page-values.tsx';
import { QuestionList } from '../forms/question-list.tsx';
import { useFormLanguage } from '../forms/use-form-language.ts';
import type { PageProps } from '../page-props.ts';
import type { SettingsState } from '../settings-state.ts';
import { TaskField } from '../task-field.tsx';
import { useSetting } from '../use-setting.ts';

/** A builder: questions, steps and consent of each form, and when the chat asks for them. */
export function FormsPage({ settings, options, names: [wanted], goTo }: PageProps) {
  const language = useSignal<string | undefined>(undefined);
  useEffect(() => {
    if (wanted !== undefined && settings.forms.peek().includes(wanted)) settings.chooseForm(wanted);
  }, [wanted, settings]);
  const form = settings.form.value;
  const { languages, context } = useFormLanguage(settings, form, language.value);
  const forms = settings.forms.value;
  const choices = useMemo(() => forms.map((name) => [name === 'default' ? '' : name, name] as const), [forms]);
  return (
    <FormLanguageContext.Provider value={context}>
      <FormTabs settings={settings} page="forms" onOpen={(name) => goTo(`/settings/forms/${name}`)} />
      <form class="card form-builder" aria-label={`Form ${form}`} onSubmit={(event) => event.preventDefault()}>
        <LanguageBar
          languages={languages}
          language={context.language}
          onChoose={(next) => {
            language.value = next;
            settings.previewState.follow({ locale: next });
          }}
        />
        <Questions key={form} settings={settings} form={form} />
        <ConsentEditor settings={settings} form={form} />
        <CallbackEditor key={`calls ${form}`} settings={settings} form={form} />
        <section class="form-part" aria-label="Phone numbers">
          <CountryField settings={settings} form={form} />
        </section>
        <PageValues key={`values ${form}`} settings={settings} form={form} />
        {forms.length > 1 && (
          <button
            type="button"
            class="quiet reset"
            onClick={() => {
              settings.removeForm(form);
              goTo('/settings/forms');
            }}
          >
            Remove the form “{form}”
          </button>
        )}
      </form>
      <form class="card form-part" aria-label="The form in the chat" onSubmit={(event) => event.preventDefault()}>
        <h3>The form in the chat</h3>
        <TaskField settings={settings} option={options.get('leadForm')} />
        <AskAfter settings={settings} />
        <TaskField settings={settings} option={options.get('form')} choices={choices} />
        <p class="hint">
          Some pages can have another one: see <a href="#/settings/appears">When it appears</a>.
        </p>
        <TaskField settings={settings} option={options.get('afterLead')} />
        <TaskField settings={settings} option={options.get('rating')} />
      </form>
    </FormLanguageContext.Provider>
  );
}

/** Apart from what else belongs to the form, which a key in a question does not change. */
function Questions({ settings, form }: { settings: SettingsState; form: string }) {
  return <QuestionList settings={settings} editor={useFormEditor(settings, form)} />;
}

/** Only where the form may come later. */
function AskAfter({ settings }: { settings: SettingsState }) {
  const leadForm = useSetting(settings, {}, 'leadForm').value;
  const { value, set } = useSetting(settings, {}, 'askAfter');
  if (leadForm !== 'later' && leadForm !== 'optional' && value === undefined) return null;
  return <AskAfterField value={value} unset="only when somebody asks for it" onChange={set} />;
}
