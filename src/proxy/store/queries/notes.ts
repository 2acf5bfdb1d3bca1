import * as z from 'zod/mini';
import { lockPersonal } from '../lead-row.ts';
import type { Row } from '../sql.ts';
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

export const noteColumns = 'seq AS id, at, author AS by_name, content';

export function readNote({ id, at, by_name: by, content: text }: Row): Note {
  return note.parse({ id: Number(id), at: Number(at), by, text });
}

export function createNotes({ database, dashboard }: StoreContext): Notes {
  return {
    addNote: (lead, { at, by, text }) =>
      database.transaction(async (tx) => {
        if (!(await lockPersonal(tx, database.dialect, lead))) return false;
        await tx.run('INSERT INTO notes (lead, at, author, content) VALUES ($1, $2, $3, $4)', [lead, at, by, text]);
        return true;
      }),
    async listNotes(lead) {
      return (await dashboard.all(`SELECT ${noteColumns} FROM notes WHERE lead = $1 ORDER BY seq`, [lead])).map(
        readNote,
      );
    },
  };
}
