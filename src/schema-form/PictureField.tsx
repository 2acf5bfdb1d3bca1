import { useId, useState } from 'preact/hooks';
import type { EditorProps } from './fields.tsx';
import { Label } from './labels.tsx';
import { invalidProps, ProblemTexts } from './problems.tsx';

/** A picture: its address, or a file, which becomes a data URI. */
export function PictureField({ label, value, problems, onChange }: EditorProps) {
  const id = useId();
  const [failed, setFailed] = useState<string>();
  const text = typeof value === 'string' ? value : '';
  const onText = (next: string) => {
    setFailed(undefined);
    onChange(next === '' ? undefined : next);
  };
  const onFile = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      onText(await readDataUri(file));
    } catch (error) {
      setFailed(`${file.name} could not be read: ${error instanceof Error ? error.message : error}`);
    }
  };
  return (
    <div class="field">
      <Label control={id} name={label} />
      <input
        id={id}
        value={text}
        placeholder="https://…"
        {...invalidProps(id, problems)}
        onInput={(event) => onText(event.currentTarget.value)}
      />
      <input
        type="file"
        accept="image/*"
        aria-label="Choose a picture"
        onChange={({ currentTarget }) => void onFile(currentTarget.files?.[0])}
      />
      {text.startsWith('data:') && (
        <p class="hint">This picture is {formatSize(text)} of what every page loads, before compression.</p>
      )}
      {failed !== undefined && (
        <p class="problem" role="alert">
          {failed}
        </p>
      )}
      <ProblemTexts id={id} problems={problems} value={value} />
    </div>
  );
}

function readDataUri(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** A data URI consists of ASCII. */
function formatSize({ length }: string): string {
  return length < 1000 ? `${length} bytes` : `${(length / 1000).toFixed(1)} kB`;
}
