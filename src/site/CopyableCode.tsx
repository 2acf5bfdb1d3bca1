import { useState } from 'preact/hooks';

/** Code with a button that copies it. Use the code as `key` too, so that "Copied" disappears when the code changes. */
export function CopyableCode({ code, label = 'Copy' }: { code: string; label?: string }) {
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setOutcome('Copied');
    } catch {
      setOutcome("Your browser doesn't allow copying here. Select the code instead.");
    }
  };
  return (
    <>
      <pre class="code-block">
        <code>{code}</code>
      </pre>
      <p class="copy">
        <button type="button" class="button is-quiet" onClick={copy}>
          {label}
        </button>
        <span role="status">{outcome}</span>
      </p>
    </>
  );
}
