import * as z from 'zod/mini';
import { describeRows } from '../rows.ts';
import type { StoreContext } from '../store-context.ts';

/** What somebody who sets the proxy up does once. `put-away`: the list of all this is not shown any more. */
const milestoneNames = ['service', 'page', 'lead', 'delivered', 'webhook', 'put-away'] as const;
export type MilestoneName = (typeof milestoneNames)[number];

const milestone = z.object({
  name: z.enum(milestoneNames),
  at: z.number(),
  /** Of `page`: its address. */
  detail: z.optional(z.string()),
});
export type Milestone = z.output<typeof milestone>;

const milestoneRows = describeRows(milestone);

/** What has happened for the first time. */
export function createMilestones({ database }: Pick<StoreContext, 'database'>) {
  return {
    /** Keeps it, unless it has happened before. */
    async recordMilestone({ name, at, detail }: Milestone): Promise<void> {
      await database.run('INSERT INTO milestones (name, at, detail) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        name,
        at,
        detail,
      ]);
    },
    async listMilestones(): Promise<Milestone[]> {
      return milestoneRows.readKnown(await database.all('SELECT name, at, detail FROM milestones'));
    },
  };
}
