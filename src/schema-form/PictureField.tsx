import { useId } from 'preact/hooks';
import type { EditorProps } from './fields.tsx';
import { Label } from './labels.tsx';
import { PictureFile } from './PictureFile.tsx';
import { invalidProps, ProblemTexts } from './problems.tsx';

/** A picture: its address, or a file, which becomes a data URI. */
export function PictureField({ label, value, problems, onChange }: EditorProps) {
  const id = useId();
  const text = typeof value === 'string' ? value : '';
  const onText = (next: string) => onChange(next === '' ? undefined : next);
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
      <PictureFile address={text} onAddress={onText} />
      <ProblemTexts id={id} problems={problems} value={value} />
    </div>
  );
}
