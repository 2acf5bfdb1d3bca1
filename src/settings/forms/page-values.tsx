import { useSignal } from '@preact/signals';
import { TagsField } from '../routes/tags-field.tsx';
import type { SettingsState } from '../settings-state.ts';
import { useSetting } from '../use-setting.ts';

/** Names of values that pages add to leads. It is seldom needed. */
export function PageValues({ settings, form }: { settings: SettingsState; form: string }) {
  const isOpened = useSignal(false);
  const { value, problems, set } = useSetting(settings, { form }, 'attributes');
  return (
    <details
      class="more"
      open={isOpened.value || problems.length > 0}
      onToggle={({ currentTarget }) => {
        isOpened.value = currentTarget.open;
      }}
    >
      <summary>Values from the page</summary>
      <TagsField
        label="What pages may add to a lead"
        hint="Your developers send the values, and each stands at the lead, such as the plan of a customer."
        noun="name"
        tags={value}
        problems={problems}
        onChange={set}
      />
    </details>
  );
}
