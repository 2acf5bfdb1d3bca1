import { useId } from 'preact/hooks';
import type { Problem } from '../../schema-form/index.ts';
import { GrowingText } from '../growing-text.tsx';
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
  return (
    <>
      <GrowingText
        value={text}
        placeholder={placeholder}
        isLong={isLong}
        lang={language}
        aria-label={label}
        aria-invalid={problems.length > 0}
        aria-describedby={`${id}-note`}
        onFocus={onFocus}
        onText={onText}
      />
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
