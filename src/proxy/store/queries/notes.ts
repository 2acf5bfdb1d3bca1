import * as z from 'zod/mini';
import { lockPersonal } from '../lead-row.ts';
import { describeRows } from '../rows.ts';
import type { StoreContext } from '../store-context.ts';

const note = z.object({ id: z.number(), at: z.number(), by: z.string(), text: z.string() });

/** What an operator has written about a lead. */
export type Note = z.output<typeof note>;

/** The rows of `notes`. */
export const noteRows = describeRows(note, { names: { id: 'seq', by: 'author', text: 'content' } });

/** What operators write about leads. It is deleted with the lead's personal data, because it may contain some. */
export function createNotes({ database, dashboard }: StoreContext) {
  return {
    /** Resolves with false if the lead does not exist, or its personal data is deleted. */
    addNote: (lead: string, { at, by, text }: Omit<Note, 'id'>): Promise<boolean> =>
      database.transaction(async (tx) => {
        if (!(await lockPersonal(tx, database.dialect, lead))) return false;
        await tx.run('INSERT INTO notes (lead, at, author, content) VALUES ($1, $2, $3, $4)', [lead, at, by, text]);
        return true;
      }),
    /** Oldest first. */
    async listNotes(lead: string): Promise<Note[]> {
      const sql = `SELECT ${noteRows.list} FROM notes WHERE lead = $1 ORDER BY seq`;
      return (await dashboard.all(sql, [lead])).map(noteRows.read);
    },
  };
}
