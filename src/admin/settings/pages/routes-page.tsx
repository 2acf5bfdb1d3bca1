import { useEffect } from 'preact/hooks';
import { formEditor } from '../forms/form-editor.ts';
import { FormLanguageContext } from '../forms/form-language.ts';
import { FormTabs } from '../forms/form-tabs.tsx';
import { formLanguages } from '../forms/form-texts.ts';
import { ForEveryone } from '../routes/for-everyone.tsx';
import { NamesList } from '../routes/names-list.tsx';
import { RouteList } from '../routes/route-list.tsx';
import { settingOf } from '../setting.ts';
import type { PageProps } from '../settings-pages.ts';

/** What happens to the leads of a form: to some by their answers, and to everyone. */
export function RoutesPage({ settings, names: [wanted], goTo }: PageProps) {
  useEffect(() => {
    if (wanted !== undefined && settings.forms.peek().includes(wanted)) settings.chooseForm(wanted);
  }, [wanted, settings]);
  const form = settings.form.value;
  const [mainLanguage = 'en'] = formLanguages(settings, form);
  return (
    <FormLanguageContext.Provider value={{ language: mainLanguage, mainLanguage, isOnly: true }}>
      <FormTabs settings={settings} page="routes" onOpen={(name) => goTo(`/settings/routes/${name}`)} />
      <form
        key={form}
        class="card form-builder"
        aria-label={`Routes of ${form}`}
        onSubmit={(event) => event.preventDefault()}
      >
        <section aria-label="By their answers">
          <h3>By their answers</h3>
          <p class="hint">The first that fits counts. What it leaves open is as for everyone.</p>
          <RouteList
            settings={settings}
            editor={formEditor(settings, form)}
            problems={settingOf(settings, { form }, 'routes').problems}
          />
        </section>
        <ForEveryone settings={settings} form={form} />
        <NamesList settings={settings} />
      </form>
    </FormLanguageContext.Provider>
  );
}
