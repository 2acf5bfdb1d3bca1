import type { Stage } from './stage.ts';

/** A state that somebody designed: what it is called, and how one gets there. */
export type DesignedState = {
  name: string;
  reach(stage: Stage): Promise<void>;
  /** Where it differs from the usual window. */
  window?: { width: number; height: number; zoom?: number };
  forcedColors?: boolean;
};
