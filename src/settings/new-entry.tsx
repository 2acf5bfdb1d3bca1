import { type ComponentChildren, createContext } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { afterClick } from '../schema-form/index.ts';
import type { SettingsState } from './settings-state.ts';

/** The entry of a list that was just added to. It is empty, and therefore invalid, until the operator has filled it in and left it. */
export type NewEntry = {
  /** Its place. Undefined: there is none. */
  place: number | undefined;
  add(at: number): void;
  leave(): void;
};

export function useNewEntry({ newEntry }: SettingsState): NewEntry {
  const own = useRef<{ at: number } | null>(null);
  const { current: actions } = useRef<Omit<NewEntry, 'place'>>({
    add(at) {
      own.current = { at };
      newEntry.begin(own.current);
    },
    leave() {
      if (newEntry.entry.peek() === own.current) newEntry.end();
    },
  });
  useEffect(() => actions.leave, [actions]);
  return { place: newEntry.entry.value === own.current ? own.current?.at : undefined, ...actions };
}

/** What the controls of an entry know about it. */
export const NewEntryContext = createContext({
  /** What is wrong is no problem yet. */
  isNew: false,
  /** Something was added to it, which is empty as well. */
  onAdd() {},
});

type EntryControlsProps = {
  newEntry: NewEntry;
  /** The place of the entry. */
  at: number;
  id?: string;
  class?: string;
  children: ComponentChildren;
};

/** Around the controls of an entry, which is new until they are left. */
export function EntryControls({ newEntry, at, children, ...props }: EntryControlsProps) {
  const { place, add, leave } = newEntry;
  const isNew = place === at;
  const context = useMemo(() => ({ isNew, onAdd: () => add(at) }), [isNew, add, at]);
  return (
    <NewEntryContext.Provider value={context}>
      <div
        {...props}
        onFocusOut={({ currentTarget, relatedTarget }) => {
          if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) afterClick(leave);
        }}
      >
        {children}
      </div>
    </NewEntryContext.Provider>
  );
}
