import { type Json, problemsAt } from '../../schema-form/index.ts';
import { objectOf } from '../json-value.ts';
import { appliedValue } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';
import { useSetting } from '../use-setting.ts';
import { nextVersion } from './consent-version.ts';
import { ProblemTexts } from './problem-texts.tsx';
import { LocalizedField, PlainField } from './text-field.tsx';

const firstText = 'I agree that you contact me. [Privacy policy](https://)';

/** What visitors agree to before they send a form. */
export function ConsentEditor({ settings, form }: { settings: SettingsState; form: string }) {
  const { value, problems, set } = useSetting(settings, { form }, 'consent');
  const { text, version, required } = objectOf(value);
  const applied = appliedValue(settings, { form }, 'consent');
  const change = (next: Record<string, Json>) => set({ ...objectOf(value), ...next });
  const versionAfter = () => {
    const { version: saved } = objectOf(applied);
    const before = typeof saved === 'string' ? saved : undefined;
    return nextVersion(typeof version === 'string' ? version : '', before, new Date().toISOString().slice(0, 10));
  };
  return (
    <section class="form-part" aria-label="Consent">
      <h3>Consent</h3>
      <label class="choice">
        <input
          type="checkbox"
          checked={value !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            set(checked ? (applied ?? { text: firstText, version: versionAfter(), required: true }) : undefined)
          }
        />
        Ask for consent
      </label>
      {value !== undefined && (
        <>
          <LocalizedField
            label="What visitors agree to"
            hint="May contain links: [words](https://…). Each lead keeps which text was shown, and when."
            isLong
            value={text}
            problems={problemsAt(problems, 'text')}
            onChange={(next) => change({ text: next ?? '', version: versionAfter() })}
          />
          <label class="choice">
            <input
              type="checkbox"
              checked={required !== false}
              onChange={({ currentTarget: { checked } }) => change({ required: checked })}
            />
            The form can only be sent with it
          </label>
          <details class="more" open={problemsAt(problems, 'version').length > 0}>
            <summary>More</summary>
            <PlainField
              label="Version"
              hint="Changes by itself when the text does."
              value={version}
              problems={problemsAt(problems, 'version')}
              onChange={(next) => change({ version: next ?? '' })}
            />
          </details>
          <ProblemTexts problems={problems.filter(({ path }) => path.length === 0)} />
        </>
      )}
    </section>
  );
}
