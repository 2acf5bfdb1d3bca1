import type { LeadAdmin } from '../lead-admin.ts';
import type { StoreContext } from '../store-context.ts';

type Erasures = Pick<LeadAdmin, 'erase' | 'emptyLog' | 'recordErasure' | 'takeErasures'>;

export function createErasure({ database, phoneHasher, emptyLog }: StoreContext): Erasures {
  const { isIn, forUpdate } = database.dialect;
  return {
    async erase(target) {
      const [which, values] =
        'leads' in target
          ? [isIn('lead', '$1'), [target.leads]]
          : ['phone = $1 OR phone_hash = $2', [target.phone, phoneHasher.hash(target.phone)]];
      const erased = await database.transaction(async (tx) => {
        // Locks the leads before their calls and enrolments, like every transaction that adds to a lead. Otherwise a
        // call that is requested meanwhile would remain, or two transactions could deadlock.
        const found = await tx.all(`SELECT lead, phone FROM leads WHERE ${which} ORDER BY seq${forUpdate}`, values);
        const leads = found.map(({ lead }) => String(lead));
        const phones = found.map(({ phone }) => String(phone));
        await tx.run(`DELETE FROM enrolments WHERE ${isIn('phone', '$1')} AND ${isIn('lead', '$2')}`, [phones, leads]);
        for (const table of ['calls', 'webhooks', 'leads']) {
          await tx.run(`DELETE FROM ${table} WHERE ${isIn('lead', '$1')}`, [leads]);
        }
        // Also those without a lead, which an export finds, too.
        for (const table of 'phone' in target ? ['calls', 'enrolments'] : []) {
          await tx.run(`DELETE FROM ${table} WHERE phone = $1`, ['phone' in target ? target.phone : '']);
        }
        return found.length;
      });
      await emptyLog();
      return erased;
    },
    emptyLog,
    async recordErasure({ at, leads }) {
      await database.run('INSERT INTO erasures (at, leads) VALUES ($1, $2)', [at, leads]);
    },
    async takeErasures() {
      const { rows } = await database.run('DELETE FROM erasures RETURNING at, leads');
      return rows
        .map(({ at, leads }) => ({ at: Number(at), leads: Number(leads) }))
        .sort((first, second) => first.at - second.at);
    },
  };
}
