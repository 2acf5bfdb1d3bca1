import { useId } from 'preact/hooks';
import { changesBetween } from '../history/change-words.ts';
import type { Version } from '../history/versions.ts';

type VersionComparisonProps = {
  /** Newest first. */
  versions: readonly Version[];
  /** The numbers of the two. Without a second one: what applies now, or what came before it. */
  chosen: readonly [first: number, second: number | undefined];
  isSaving: boolean;
  onChoose: (from: number, to: number) => void;
  onRestore: (version: Version) => void;
};

/** What changed between two versions, in sentences, with the values before and after. */
export function VersionComparison({ versions, chosen, isSaving, onChoose, onRestore }: VersionComparisonProps) {
  const [first, second = versions[0]?.number === first ? versions[1]?.number : versions[0]?.number] = chosen;
  const older = versions.find(({ number }) => number === Math.min(first, second ?? first));
  const newer = versions.find(({ number }) => number === Math.max(first, second ?? first));
  const back = <a href="#/settings/history">All versions</a>;
  if (older === undefined || newer === undefined) {
    return (
      <>
        {back}
        <p>There is no such version any more.</p>
      </>
    );
  }
  const changes = changesBetween(older.applied, newer.applied);
  return (
    <>
      {back}
      <div class="version-choice">
        <VersionSelect
          label="Compare"
          versions={versions}
          value={older.number}
          onChange={(number) => onChoose(number, newer.number)}
        />
        <VersionSelect
          label="with"
          versions={versions}
          value={newer.number}
          onChange={(number) => onChoose(older.number, number)}
        />
      </div>
      <p role="status" class="visually-hidden">
        {changes.length === 1 ? '1 change' : `${changes.length} changes`} from {older.name} to {newer.name}
      </p>
      {changes.length === 0 && <p>They do the same on your site.</p>}
      <ol class="changes">
        {changes.map(({ words, language, before, after }) => {
          const sentence = language === undefined ? words : `${words} in ${language}`;
          return (
            <li key={`${sentence} ${after}`}>
              <h3>{capital(sentence)}</h3>
              {(before !== undefined || after !== undefined) && (
                <dl>
                  <div>
                    <dt>{capital(older.name)}</dt>
                    <dd class="before">{before ?? 'None'}</dd>
                  </div>
                  <div>
                    <dt>{capital(newer.name)}</dt>
                    <dd>{after ?? 'None'}</dd>
                  </div>
                </dl>
              )}
            </li>
          );
        })}
      </ol>
      <div class="actions">
        {[older, newer]
          .filter(({ isNewest }) => !isNewest)
          .map((version) => (
            <button key={version.number} type="button" disabled={isSaving} onClick={() => onRestore(version)}>
              Restore {version.name}
            </button>
          ))}
      </div>
    </>
  );
}

type VersionSelectProps = {
  label: string;
  versions: readonly Version[];
  value: number;
  onChange: (number: number) => void;
};

function VersionSelect({ label, versions, value, onChange }: VersionSelectProps) {
  const id = useId();
  return (
    <div>
      <label for={id}>{label}</label>
      <select id={id} value={String(value)} onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}>
        {versions.map(({ number, name, about, isNewest }) => (
          <option key={number} value={String(number)}>
            {number === 0 ? capital(name) : `${capital(name)} · ${about.split(' · ')[0]}`}
            {isNewest ? ' · applies now' : ''}
          </option>
        ))}
      </select>
    </div>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
