import { useMemo } from 'preact/hooks';
import { formOptions, formsPage } from '../../../schema-form/index.ts';
import { FormChoice } from '../form-choice.tsx';
import { SettingControl } from '../setting-control.tsx';
import type { PageProps } from '../settings-pages.ts';

/** The options of a page, each with its generated control. */
export function GeneratedPage({ settings, page, options }: PageProps) {
  const shown = [...options.values()].filter(({ name }) => page.options.includes(name));
  const formKeys = useMemo(() => (page === formsPage ? formOptions() : []), [page]);
  const form = settings.form.value;
  return (
    <form class="card" aria-label={page.title} onSubmit={(event) => event.preventDefault()}>
      {formKeys.length > 0 && <FormChoice settings={settings} />}
      {formKeys.map((option) => (
        <SettingControl key={`${form} ${option.name}`} settings={settings} option={option} part={{ form }} />
      ))}
      {shown.map((option) => (
        <SettingControl key={option.name} settings={settings} option={option} part={{}} />
      ))}
    </form>
  );
}
