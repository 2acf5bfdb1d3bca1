import type { Stage } from './stage.ts';

/** A designed state: its name, and how to reach it. */
export type DesignedState = {
  name: string;
  reach(stage: Stage): Promise<void>;
  /** Set if the state needs a different window. */
  window?: { width: number; height: number; zoom?: number };
  forcedColors?: boolean;
};
