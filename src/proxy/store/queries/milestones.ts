import * as z from 'zod/mini';
import type { StoreContext } from '../store-context.ts';

/** What somebody who sets the proxy up does once. `put-away`: the list of all this is not shown any more. */
export const milestoneNames = ['service', 'page', 'lead', 'delivered', 'webhook', 'put-away'] as const;
export type MilestoneName = (typeof milestoneNames)[number];

export type Milestone = {
  name: MilestoneName;
  at: number;
  /** Of `page`: its address. */
  detail?: string | undefined;
};

/** What has happened for the first time. */
export interface Milestones {
  /** Keeps it, unless it has happened before. */
  recordMilestone(milestone: Milestone): Promise<void>;
  listMilestones(): Promise<Milestone[]>;
}

const row = z.object({ name: z.enum(milestoneNames), at: z.number(), detail: z.nullable(z.string()) });

export function createMilestones({ database }: Pick<StoreContext, 'database'>): Milestones {
  return {
    async recordMilestone({ name, at, detail }) {
      await database.run('INSERT INTO milestones (name, at, detail) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        name,
        at,
        detail,
      ]);
    },
    /** What a newer leadchat has recorded, and this one does not know, is left out. */
    async listMilestones() {
      const rows = await database.all('SELECT name, at, detail FROM milestones', []);
      return rows.flatMap((found) => {
        const read = row.safeParse({ ...found, at: Number(found.at) });
        return read.success ? [{ ...read.data, detail: read.data.detail ?? undefined }] : [];
      });
    },
  };
}
