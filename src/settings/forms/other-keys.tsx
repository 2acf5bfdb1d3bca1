import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formOptions } from '../../schema-form/index.ts';
import { SettingControl } from '../setting-control.tsx';
import type { SettingsState } from '../settings-state.ts';

/** The keys of a form that have a place of their own on the pages "Forms" and "Routes". */
const built = ['fields', 'steps', 'consent', 'callback', 'defaultCountry', 'journey', 'tags', 'routes'];

/** What is seldom needed. Its controls, of which there are many, are there as long as it is open. */
export function OtherKeys({ settings, form }: { settings: SettingsState; form: string }) {
  const isOpened = useSignal(false);
  const options = useMemo(() => formOptions().filter(({ name }) => !built.includes(name)), []);
  const paths = options.map(({ name }) => `forms.${form}.${name}`);
  const hasProblem = settings.issues.value.some(({ path }) =>
    paths.some((start) => `${path}.`.startsWith(`${start}.`)),
  );
  const isOpen = isOpened.value || hasProblem;
  return (
    <details
      class="more"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        isOpened.value = currentTarget.open;
      }}
    >
      <summary>Values from the page</summary>
      {isOpen &&
        options.map((option) => (
          <SettingControl key={`${form} ${option.name}`} settings={settings} option={option} part={{ form }} />
        ))}
    </details>
  );
}
