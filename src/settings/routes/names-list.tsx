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
          name={names[id]}
          label={destinationWords(id, kind, {})}
          onName={(name) => settings.setName(id, name)}
        />
      ))}
    </section>
  );
}

type NameFieldProps = {
  /** Without its name, with the end of its ID: several journeys stand below each other. */
  label: string;
  name: string | undefined;
  onName: (name: string | undefined) => void;
};

function NameField({ label, name, onName }: NameFieldProps) {
  const control = useId();
  return (
    <div class="name-row field">
      <label for={control}>{label}</label>
      <input
        id={control}
        value={name ?? ''}
        maxLength={60}
        onInput={({ currentTarget: { value } }) => onName(value.trim() === '' ? undefined : value)}
        onBlur={({ currentTarget: { value } }) => {
          if (value !== value.trim()) onName(value.trim());
        }}
      />
    </div>
  );
}
