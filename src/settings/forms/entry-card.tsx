import type { ComponentChildren } from 'preact';
import { EntryControls, type NewEntry } from '../new-entry.tsx';
import { MoveButtons } from './move-buttons.tsx';

type EntryCardProps = {
  id: string;
  /** What it is called, for its buttons. */
  title: string;
  /** Where something is held that would be dropped. */
  dropSide?: 'before' | 'after' | undefined;
  /** What stands before its line, such as a handle. */
  handle?: ComponentChildren;
  /** What its line says. */
  line: ComponentChildren;
  hasProblem: boolean;
  isOpen: boolean;
  newEntry: NewEntry;
  /** Its place in the list. */
  at: number;
  canMove: (by: -1 | 1) => boolean;
  onToggle: () => void;
  onMove: (by: -1 | 1) => void;
  /** What it shows while it is open. */
  children: ComponentChildren;
};

/** An entry of an ordered list in a line, and below it its settings if it is open. */
export function EntryCard(props: EntryCardProps) {
  const { id, title, dropSide, handle, line, hasProblem, isOpen, newEntry, at, children } = props;
  const { canMove, onToggle, onMove } = props;
  const settingsId = `${id}-settings`;
  return (
    <li id={id} class={`question${dropSide === undefined ? '' : ` drop-${dropSide}`}`}>
      <div class={handle === undefined ? 'question-line route-line' : 'question-line'}>
        {handle}
        <button
          type="button"
          class="question-title"
          aria-expanded={isOpen}
          aria-controls={isOpen ? settingsId : undefined}
          data-focus="title"
          onClick={onToggle}
        >
          {line}
          {hasProblem && !isOpen && <span class="problem">Has a problem.</span>}
        </button>
        <MoveButtons title={title} canMove={canMove} onMove={onMove} />
      </div>
      {isOpen && (
        <EntryControls newEntry={newEntry} at={at} id={settingsId}>
          {children}
        </EntryControls>
      )}
    </li>
  );
}
