import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CallbackEditor } from '../callbacks/callback-editor.tsx';
import { CountryField } from '../callbacks/country-field.tsx';
import { ConsentEditor } from '../forms/consent-editor.tsx';
import { formEditor } from '../forms/form-editor.ts';
import { FormLanguageContext } from '../forms/form-language.ts';
import { FormTabs } from '../forms/form-tabs.tsx';
import { formLanguages } from '../forms/form-texts.ts';
import { LanguageBar } from '../forms/language-bar.tsx';
import { OtherKeys } from '../forms/other-keys.tsx';
import { QuestionList } from '../forms/question-list.tsx';
import type { PageProps } from '../settings-pages.ts';
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
  const known = formLanguages(settings, form);
  const [mainLanguage = 'en'] = known;
  const written = language.value ?? mainLanguage;
  const languages = [...new Set([...known, written])];
  return (
    <FormLanguageContext.Provider value={{ language: written, mainLanguage, isOnly: languages.length === 1 }}>
      <FormTabs settings={settings} page="forms" onOpen={(name) => goTo(`/settings/forms/${name}`)} />
      <form class="card form-builder" aria-label={`Form ${form}`} onSubmit={(event) => event.preventDefault()}>
        <LanguageBar
          languages={languages}
          language={written}
          onChoose={(next) => {
            language.value = next;
            settings.previewState.follow({ locale: next });
          }}
        />
        <QuestionList key={form} editor={formEditor(settings, form)} />
        <ConsentEditor settings={settings} form={form} />
        <CallbackEditor settings={settings} form={form} />
        <section class="form-part" aria-label="Phone numbers">
          <CountryField settings={settings} form={form} />
        </section>
        <OtherKeys settings={settings} form={form} />
        {settings.forms.value.length > 1 && (
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
        <TaskField
          settings={settings}
          option={options.get('form')}
          choices={settings.forms.value.map((name) => [name === 'default' ? '' : name, name] as const)}
        />
        <TaskField settings={settings} option={options.get('afterLead')} />
        <TaskField settings={settings} option={options.get('rating')} />
      </form>
    </FormLanguageContext.Provider>
  );
}

/** After how many answers of the agent the chat itself offers a form that is asked later. */
function AskAfter({ settings }: { settings: SettingsState }) {
  const leadForm = useSetting(settings, {}, 'leadForm').value;
  const { value, set } = useSetting(settings, {}, 'askAfter');
  if (leadForm !== 'later' && leadForm !== 'optional' && value === undefined) return null;
  const answers = typeof value === 'object' && value !== null && !Array.isArray(value) ? value.answers : undefined;
  return (
    <label class="task-field">
      <span>Offer it in the conversation after</span>{' '}
      <select
        value={typeof answers === 'number' ? String(answers) : ''}
        onChange={({ currentTarget }) =>
          set(currentTarget.value === '' ? undefined : { answers: Number(currentTarget.value) })
        }
      >
        <option value="">never by itself</option>
        {[...new Set([1, 2, 3, 4, 5, ...(typeof answers === 'number' ? [answers] : [])])].map((count) => (
          <option key={count} value={count}>
            {count === 1 ? '1 answer' : `${count} answers`}
          </option>
        ))}
      </select>
    </label>
  );
}
