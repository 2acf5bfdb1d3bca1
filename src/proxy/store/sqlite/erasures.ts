import type { LeadAdmin } from '../lead-admin.ts';
import type { SqliteContext } from './open-database.ts';

/** What commands erased, until a proxy has logged it. */
export function createErasures({ db, write }: SqliteContext): Pick<LeadAdmin, 'recordErasure' | 'takeErasures'> {
  return {
    async recordErasure({ at, leads }) {
      await write(() => db.prepare('INSERT INTO erasures (at, leads) VALUES (?, ?)').run(at, leads));
    },
    async takeErasures() {
      const rows = await write(() => db.prepare('DELETE FROM erasures RETURNING at, leads').all());
      return rows
        .map(({ at, leads }) => ({ at: Number(at), leads: Number(leads) }))
        .sort((first, second) => first.at - second.at);
    },
  };
}
