import { objectOf } from '../json-value.ts';
import { appliedValue } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';
import { useSetting } from '../use-setting.ts';
import { AgentField } from './agent-field.tsx';
import { DestinationField } from './destination-field.tsx';
import { KnownLeadField } from './known-lead-field.tsx';
import { TagsField } from './tags-field.tsx';

/** What happens to every lead of a form, as far as no route says otherwise. */
export function ForEveryone({ settings, form }: { settings: SettingsState; form: string }) {
  const journey = useSetting(settings, { form }, 'journey');
  const tags = useSetting(settings, { form }, 'tags');
  const callback = useSetting(settings, { form }, 'callback').value;
  const before = objectOf(journey.value ?? appliedValue(settings, { form }, 'journey'));
  return (
    <section class="form-part" aria-label="Everyone">
      <h3>Everyone</h3>
      <DestinationField
        settings={settings}
        kind="journey"
        label="Journey for everyone"
        none="none"
        value={objectOf(journey.value).id}
        problems={journey.problems}
        onChange={(id) => journey.set(id === undefined ? undefined : { ...before, id })}
      />
      {journey.value !== undefined && (
        <KnownLeadField journey={objectOf(journey.value)} onChange={(next) => journey.set(next)} />
      )}
      <TagsField
        label="Tags for everyone"
        tags={tags.value}
        problems={tags.problems}
        onChange={(next) => tags.set(next)}
      />
      <AgentField settings={settings} form={form} />
      {callback !== undefined && (
        <p class="hint">
          When and where it calls is under <a href={`#/settings/forms/${form}`}>Forms, Call-backs</a>.
        </p>
      )}
    </section>
  );
}
