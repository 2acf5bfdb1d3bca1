import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';

const maxShown = 8;

type OtherWordsProps = {
  choices: readonly (readonly [key: string, text: string])[];
  onChoose: (key: string) => void;
};

/** Finds one of the many other texts by its English words, and adds its row. */
export function OtherWords({ choices, onChoose }: OtherWordsProps) {
  const search = useSignal('');
  const id = useId();
  const words = search.value.toLowerCase().trim();
  const found = words === '' ? [] : choices.filter(([, text]) => text.toLowerCase().includes(words));
  return (
    <div class="other-words">
      <label for={id}>Change other words</label>
      <input
        id={id}
        type="search"
        placeholder="Find them, such as “Start chat”"
        value={search}
        onInput={({ currentTarget }) => {
          search.value = currentTarget.value;
        }}
      />
      <p class="visually-hidden" role="status">
        {words !== '' && `${found.length} texts found`}
      </p>
      {words !== '' && (
        <ul>
          {found.slice(0, maxShown).map(([key, text]) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => {
                  search.value = '';
                  onChoose(key);
                }}
              >
                {text}
              </button>
            </li>
          ))}
          {found.length === 0 && <li class="hint">The chat has no such words.</li>}
          {found.length > maxShown && <li class="hint">{found.length - maxShown} more: type another word.</li>}
        </ul>
      )}
    </div>
  );
}
