import { useSignal } from '@preact/signals';

type UniqueTextOptions = {
  value: string;
  /** What is wrong with a text; undefined if it may count. */
  problemOf: (text: string) => string | undefined;
  onChange: (text: string) => void;
};

/**
 * A text by which other settings refer to something. One with a problem is shown, and does not count: on the way to a longer
 * name it may be that of something else, whose references would follow.
 */
export function useUniqueText({ value, problemOf, onChange }: UniqueTextOptions) {
  const typed = useSignal<string | undefined>(undefined);
  return {
    problem: typed.value === undefined ? undefined : problemOf(typed.value),
    attributes: {
      value: typed.value ?? value,
      onInput({ currentTarget: { value: text } }: { currentTarget: HTMLInputElement }) {
        const isUsable = problemOf(text) === undefined;
        typed.value = isUsable ? undefined : text;
        if (isUsable) onChange(text);
      },
      /** Back to the last one that counts. */
      onBlur() {
        typed.value = undefined;
      },
    },
  };
}
