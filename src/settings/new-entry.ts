import { useSignal } from '@preact/signals';
import type { Problem } from '../schema-form/index.ts';

/**
 * The problems of a control as they are shown. An entry that was just added is empty, and therefore invalid, until the operator
 * has filled it in and left the control.
 */
export function useNewEntry(problems: readonly Problem[]) {
  const isNew = useSignal(false);
  return {
    problems: isNew.value ? [] : problems,
    onAdd() {
      isNew.value = true;
    },
    onLeave() {
      isNew.value = false;
    },
  };
}
