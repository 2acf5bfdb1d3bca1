import { type ComponentChildren, createContext } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { afterClick } from '../schema-form/index.ts';
import type { SettingsState } from './settings-state.ts';

/** The entry of a list that was just added to. It is empty, and therefore invalid, until the operator has filled it in and left it. */
export type NewEntry = {
  /** Its identity. Undefined: there is none. */
  entry: object | undefined;
  /** Its place. Undefined: there is none. */
  place: number | undefined;
  add(at: number): void;
  /** `entry`: only this one. */
  leave(entry?: object): void;
};

export function useNewEntry({ newEntry }: SettingsState): NewEntry {
  const own = useRef<{ at: number } | null>(null);
  const { current: actions } = useRef<Pick<NewEntry, 'add' | 'leave'>>({
    add(at) {
      // What is added to a new entry is a part of it.
      if (own.current?.at === at && own.current === newEntry.entry.peek()) return;
      own.current = { at };
      newEntry.begin(own.current);
    },
    leave(entry) {
      const current = newEntry.entry.peek();
      if (current === own.current && (entry ?? current) === current) newEntry.end();
    },
  });
  useEffect(() => () => actions.leave(), [actions]);
  const entry = newEntry.entry.value === own.current ? (own.current ?? undefined) : undefined;
  return { entry, place: entry?.at, ...actions };
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
  const { entry, place, add, leave } = newEntry;
  const isNew = place === at;
  const context = useMemo(() => ({ isNew, onAdd: () => add(at) }), [isNew, add, at]);
  return (
    <NewEntryContext.Provider value={context}>
      <div
        {...props}
        onFocusOut={({ currentTarget, relatedTarget }) => {
          if (isNew && entry !== undefined) whenLeft(currentTarget, relatedTarget, () => leave(entry));
        }}
      >
        {children}
      </div>
    </NewEntryContext.Provider>
  );
}

/** Calls `onLeft` once the focus, which goes to `next`, has left the controls, and does not come back with the click that moves it. */
function whenLeft(controls: Element, next: EventTarget | null, onLeft: () => void): void {
  if (next instanceof Node && controls.contains(next)) return;
  const decide = (click?: Event) => {
    // A label gives the focus back; text has none, and in Safari no button: then the next click decides.
    if (click?.composedPath().includes(controls)) addEventListener('click', (later) => decide(later), { once: true });
    else if (next !== null) onLeft();
    // A window that loses the focus keeps its element, and what is removed hands it on.
    else setTimeout(() => !controls.contains(document.activeElement) && onLeft());
  };
  afterClick(decide);
}
