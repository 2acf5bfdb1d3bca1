import type { Stack } from '../support/start-stack.ts';
import type { Engine, Visit, VisitOptions } from './engine.ts';

export type Journey = {
  /** A sentence about the product. */
  title: string;
  visit?: VisitOptions;
  /** Needs a browser that can be taken off the network. */
  needsSwitch?: boolean;
  run(deps: { engine: Engine; visit: Visit; stack: Stack }): Promise<void>;
};
