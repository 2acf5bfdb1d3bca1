import { useEffect, useMemo } from 'preact/hooks';
import { useFormEditor } from '../forms/form-editor.ts';
import { FormLanguageContext } from '../forms/form-language.ts';
import { FormTabs } from '../forms/form-tabs.tsx';
import { useFormLanguage } from '../forms/use-form-language.ts';
import type { PageProps } from '../page-props.ts';
import { ForEveryone } from '../routes/for-everyone.tsx';
import { NamesList } from '../routes/names-list.tsx';
import { RouteList } from '../routes/route-list.tsx';
import { adviceOf, settingOf } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';
import { useStable } from '../use-stable.ts';

/** What happens to the leads of a form: to some by their answers, and to everyone. */
export function RoutesPage({ settings, names: [wanted], goTo }: PageProps) {
  useEffect(() => {
    if (wanted !== undefined && settings.forms.peek().includes(wanted)) settings.chooseForm(wanted);
  }, [wanted, settings]);
  const form = settings.form.value;
  const { mainLanguage } = useFormLanguage(settings, form, undefined).context;
  const language = useMemo(() => ({ language: mainLanguage, mainLanguage, isOnly: true }), [mainLanguage]);
  return (
    <FormLanguageContext.Provider value={language}>
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
          <Routes settings={settings} form={form} />
        </section>
        <ForEveryone settings={settings} form={form} />
        <NamesList settings={settings} />
      </form>
    </FormLanguageContext.Provider>
  );
}

/** Apart from what else is on the page, which a key in a route does not change. */
function Routes({ settings, form }: { settings: SettingsState; form: string }) {
  const problems = useStable(
    () => [...settingOf(settings, { form }, 'routes').problems, ...adviceOf(settings, { form }, 'routes')],
    [settings, form],
  );
  return <RouteList settings={settings} editor={useFormEditor(settings, form)} problems={problems} />;
}
