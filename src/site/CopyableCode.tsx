import { useState } from 'preact/hooks';
import { downloadFile } from './download-file.ts';

type CopyableCodeProps = {
  code: string;
  label?: string;
  /** The name of the code as a file, if it can be downloaded. */
  file?: string;
};

/** Code with buttons that copy and download it. Use the code as `key` too, so that "Copied" disappears when the code changes. */
export function CopyableCode({ code, label = 'Copy', file }: CopyableCodeProps) {
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
      <p class="copy">
        <button type="button" class="button is-quiet" onClick={copy}>
          {label}
        </button>
        {file !== undefined && (
          <button type="button" class="button is-quiet" title={file} onClick={() => downloadFile(file, code)}>
            Download
          </button>
        )}
        <span role="status">{outcome}</span>
      </p>
      <pre class="code-block">
        <code>{code}</code>
      </pre>
    </>
  );
}
