import type { TextareaHTMLAttributes } from 'preact';

type GrowingTextProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'placeholder' | 'onInput'> & {
  value: string;
  placeholder: string;
  /** It may have several lines. */
  isLong: boolean;
  /** Enter, where the text has one line. */
  onEnter?: () => void;
  onText: (text: string) => void;
};

/** A field for a text that visitors read. It grows with the text, so that all of it is in sight. */
export function GrowingText({ value, placeholder, isLong, onEnter, onText, ...attributes }: GrowingTextProps) {
  return (
    <span class={isLong ? 'growing is-long' : 'growing'} data-text={value || placeholder}>
      <textarea
        {...attributes}
        rows={isLong ? 2 : 1}
        dir="auto"
        value={value}
        placeholder={placeholder}
        onKeyDown={(event) => {
          if (isLong || event.key !== 'Enter' || event.isComposing) return;
          event.preventDefault();
          onEnter?.();
        }}
        onInput={({ currentTarget }) =>
          onText(isLong ? currentTarget.value : currentTarget.value.replaceAll(/\s*[\r\n]+\s*/g, ' '))
        }
      />
    </span>
  );
}
