import * as z from 'zod/mini';
import { lockPersonal } from '../lead-row.ts';
import { describeRows } from '../rows.ts';
import type { StoreContext } from '../store-context.ts';

const note = z.object({ id: z.number(), at: z.number(), by: z.string(), text: z.string() });

/** What an operator has written about a lead. */
export type Note = z.output<typeof note>;

/** What operators write about leads. It is deleted with the lead's personal data, because it may contain some. */
export interface Notes {
  /** Resolves with false if the lead does not exist, or its personal data is deleted. */
  addNote(lead: string, note: Omit<Note, 'id'>): Promise<boolean>;
  /** Oldest first. */
  listNotes(lead: string): Promise<Note[]>;
}

/** The rows of `notes`. */
export const noteRows = describeRows(note, { names: { id: 'seq', by: 'author', text: 'content' } });

export function createNotes({ database, dashboard }: StoreContext): Notes {
  return {
    addNote: (lead, { at, by, text }) =>
      database.transaction(async (tx) => {
        if (!(await lockPersonal(tx, database.dialect, lead))) return false;
        await tx.run('INSERT INTO notes (lead, at, author, content) VALUES ($1, $2, $3, $4)', [lead, at, by, text]);
        return true;
      }),
    async listNotes(lead) {
      const sql = `SELECT ${noteRows.list} FROM notes WHERE lead = $1 ORDER BY seq`;
      return (await dashboard.all(sql, [lead])).map(noteRows.read);
    },
  };
}
