import { useSignal } from '@preact/signals';

type CopyButtonProps = { text: string; label: string };

/** Copies a text. Where the browser does not allow that, it says what to do instead. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const outcome = useSignal('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      outcome.value = 'Copied';
    } catch {
      outcome.value = 'Your browser doesn’t allow copying here. Select the lines instead.';
    }
  };
  return (
    <p class="copy">
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{outcome}</span>
    </p>
  );
}
