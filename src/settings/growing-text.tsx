import type { TextareaHTMLAttributes } from 'preact';
import { isOfInputMethod } from '../protocol/input-method.ts';

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
          if (isLong || event.key !== 'Enter' || isOfInputMethod(event)) return;
          event.preventDefault();
          onEnter?.();
        }}
        onInput={({ currentTarget }) => {
          const text = isLong ? currentTarget.value : currentTarget.value.replaceAll(/\s*[\r\n]+\s*/g, ' ');
          // A text that stays the same is not drawn again.
          if (currentTarget.value !== text) currentTarget.value = text;
          onText(text);
        }}
      />
    </span>
  );
}
