import { useId } from 'preact/hooks';
import type { SettingsState } from '../settings-state.ts';
import { destinationsOf, destinationWords, namesOf } from './destinations.ts';

/** What journeys and agents are called, once for all forms. */
export function NamesList({ settings }: { settings: SettingsState }) {
  const names = namesOf(settings);
  const [journeys, agents] = [destinationsOf(settings, 'journey'), destinationsOf(settings, 'agent')];
  const rows = [
    ...journeys.map((id) => ({ id, kind: 'journey' as const })),
    // A name that nothing uses yet may be either.
    ...agents.filter((id) => !journeys.includes(id)).map((id) => ({ id, kind: 'agent' as const })),
  ];
  if (rows.length === 0) return null;
  return (
    <section class="form-part" aria-label="Names">
      <h3>What you call them</h3>
      <p class="hint">Your team reads these names here and on the page of a lead. Visitors never see them.</p>
      {rows.map(({ id, kind }) => (
        <NameField
          key={id}
          label={kind === 'journey' ? 'Journey' : 'Agent'}
          name={names[id]}
          words={destinationWords(id, kind, {})}
          onName={(name) => settings.setName(id, name)}
        />
      ))}
    </section>
  );
}

type NameFieldProps = {
  label: string;
  name: string | undefined;
  words: string;
  onName: (name: string | undefined) => void;
};

function NameField({ label, name, words, onName }: NameFieldProps) {
  const control = useId();
  return (
    <div class="name-row field">
      <label for={control}>
        {label}
        <span class="visually-hidden"> {words}</span>
      </label>
      <input
        id={control}
        value={name ?? ''}
        maxLength={60}
        placeholder={name === undefined ? words : ''}
        onInput={({ currentTarget: { value } }) => onName(value.trim() === '' ? undefined : value)}
        onBlur={({ currentTarget: { value } }) => {
          if (value !== value.trim()) onName(value.trim());
        }}
      />
    </div>
  );
}
