import * as z from 'zod/mini';
import { type RetentionLook, retentionTime } from '../../domain/retention-time.ts';
import type { StoreContext } from '../store-context.ts';

const retentionTimeRow = z.object({ at: z.number(), seenAt: z.number(), waitedMs: z.number() });

/** The time by which the data of all proxies expires; see `domain/retention-time.ts`. It outlasts each of them. */
export function createRetentionClock({ database }: StoreContext) {
  return {
    followRetention: (look: RetentionLook): Promise<number> =>
      database.transaction(async (tx) => {
        await tx.lock('clock');
        const row = await tx.get('SELECT at, seen_at AS "seenAt", waited_ms AS "waitedMs" FROM retention_time');
        const { at, seenAt, waitedMs } = retentionTime(row && retentionTimeRow.parse(row), look);
        await tx.run(
          `INSERT INTO retention_time (id, at, seen_at, waited_ms) VALUES (1, $1, $2, $3)
           ON CONFLICT (id) DO UPDATE SET at = excluded.at, seen_at = excluded.seen_at, waited_ms = excluded.waited_ms`,
          [at, seenAt, waitedMs],
        );
        return at;
      }),
  };
}
