import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

type FiltersProps = {
  /** Whether one of them narrows what is listed. Such filters are always shown, so that nobody overlooks them. */
  isInUse: boolean;
  /** Is shown where the filters are not. */
  search?: ComponentChildren;
  children: ComponentChildren;
};

/** Filters above a list. On a phone a button shows them; elsewhere they are always there. */
export function Filters({ isInUse, search, children }: FiltersProps) {
  const isOpen = useSignal(false);
  return (
    <div class={isOpen.value || isInUse ? 'filters open' : 'filters'}>
      {search}
      {!isInUse && (
        <button
          type="button"
          class="toggle"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          Filters
        </button>
      )}
      {children}
    </div>
  );
}
