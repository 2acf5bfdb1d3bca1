import type { LeadAdmin } from '../lead-admin.ts';
import type { PostgresContext } from './context.ts';

/** What commands erased, until a proxy has logged it. */
export function createErasures({
  database,
}: Pick<PostgresContext, 'database'>): Pick<LeadAdmin, 'recordErasure' | 'takeErasures'> {
  return {
    async recordErasure({ at, leads }) {
      await database.query('INSERT INTO leadchat.erasures (at, leads) VALUES ($1, $2)', [at, leads]);
    },
    async takeErasures() {
      const { rows } = await database.query('DELETE FROM leadchat.erasures RETURNING at, leads');
      return rows
        .map(({ at, leads }) => ({ at: Number(at), leads: Number(leads) }))
        .sort((first, second) => first.at - second.at);
    },
  };
}
