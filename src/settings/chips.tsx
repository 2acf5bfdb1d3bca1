type ChipsProps = {
  chips: readonly (readonly [value: string, words: string])[];
  /** "tag": what one of them is. */
  noun: string;
  onRemove: (value: string) => void;
};

/** Short words in a row, each with a way out. */
export function Chips({ chips, noun, onRemove }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul class="tags">
      {chips.map(([value, words]) => (
        <li key={value}>
          {words}
          <button
            type="button"
            class="quiet"
            aria-label={`Remove the ${noun} ${words}`}
            onClick={() => onRemove(value)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
