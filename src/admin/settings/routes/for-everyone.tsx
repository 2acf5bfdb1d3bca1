import { problemsAt } from '../../../schema-form/index.ts';
import { objectOf } from '../json-value.ts';
import { appliedValue, settingOf } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';
import { DestinationField } from './destination-field.tsx';
import { KnownLeadField } from './known-lead-field.tsx';
import { TagsField } from './tags-field.tsx';

/** What happens to every lead of a form, as far as no route says otherwise. */
export function ForEveryone({ settings, form }: { settings: SettingsState; form: string }) {
  const setting = (key: string) => settingOf(settings, { form }, key);
  const [journey, tags, callback] = [setting('journey'), setting('tags'), setting('callback')];
  // Call-backs that are switched off and on have their hours again.
  const restOf = (key: string) => objectOf(setting(key).value ?? appliedValue(settings, { form }, key));
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
        onChange={(id) => journey.set(id === undefined ? undefined : { ...restOf('journey'), id })}
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
      <DestinationField
        settings={settings}
        kind="agent"
        label="Agent that calls back"
        none="nobody calls back"
        value={objectOf(callback.value).agent}
        problems={problemsAt(callback.problems, 'agent')}
        onChange={(agent) => callback.set(agent === undefined ? undefined : { ...restOf('callback'), agent })}
      />
    </section>
  );
}
