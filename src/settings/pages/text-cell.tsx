import { useId } from 'preact/hooks';
import type { Problem } from '../../schema-form/index.ts';
import { sentenceOf } from '../sentence.ts';

type TextCellProps = {
  /** The accessible name: row and column. */
  label: string;
  text: string;
  /** What visitors read, as long as it is empty. */
  placeholder: string;
  isLong: boolean;
  /** Other languages have this text. */
  isMissing: boolean;
  problems: readonly Problem[];
  language: string;
  onFocus: () => void;
  onText: (text: string) => void;
};

/** A text in one language. */
export function TextCell(props: TextCellProps) {
  const { label, text, placeholder, isLong, isMissing, problems, language, onFocus, onText } = props;
  const id = useId();
  const attributes = {
    value: text,
    placeholder,
    lang: language,
    dir: 'auto',
    'aria-label': label,
    'aria-invalid': problems.length > 0,
    'aria-describedby': `${id}-note`,
    onFocus,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onText(currentTarget.value),
  } as const;
  return (
    <>
      {isLong ? <textarea rows={2} {...attributes} /> : <input {...attributes} />}
      <div id={`${id}-note`}>
        {isMissing && <p class="missing">Missing</p>}
        {problems.map(({ message }) => (
          <p key={message} class="problem" role="alert">
            {sentenceOf(message)}
          </p>
        ))}
      </div>
    </>
  );
}
