import { createContext } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { afterClick } from '../schema-form/index.ts';
import type { SettingsState } from './settings-state.ts';

/** Whether the controls are those of an entry that was just added. */
export const NewEntryContext = createContext(false);

/** The entry that was just added to a list, which is empty, and therefore invalid, until the operator has filled it in and left it. */
export function useNewEntry({ newEntry }: SettingsState) {
  const own = useRef<{ at: number } | null>(null);
  const { current: actions } = useRef({
    add(at: number) {
      own.current = { at };
      newEntry.begin(own.current);
    },
    leave() {
      if (newEntry.entry.peek() === own.current) newEntry.end();
    },
    /** For the element around its controls. */
    onFocusOut({ currentTarget, relatedTarget }: { currentTarget: Element; relatedTarget: EventTarget | null }) {
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) afterClick(actions.leave);
    },
  });
  useEffect(() => actions.leave, [actions]);
  return { place: newEntry.entry.value === own.current ? own.current?.at : undefined, ...actions };
}
