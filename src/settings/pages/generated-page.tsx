import type { PageProps } from '../page-props.ts';
import { SettingControl } from '../setting-control.tsx';

/** The options of a page, each with its generated control. */
export function GeneratedPage({ settings, page, options }: PageProps) {
  const shown = [...options.values()].filter(({ name }) => page.options.includes(name));
  return (
    <form class="card" aria-label={page.title} onSubmit={(event) => event.preventDefault()}>
      {shown.map((option) => (
        <SettingControl key={option.name} settings={settings} option={option} part={{}} />
      ))}
    </form>
  );
}
