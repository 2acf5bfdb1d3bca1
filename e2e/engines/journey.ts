import type { Stack } from '../support/start-stack.ts';
import type { Engine, Visit, VisitOptions } from './engine.ts';

export type Journey = {
  /** A sentence that describes what the product does. */
  title: string;
  visit?: VisitOptions;
  /** Needs a browser that can be taken offline. */
  needsSwitch?: boolean;
  /** @default a minute */
  timeoutMs?: number;
  /** Resolves with a text about the result, if there is more to report than that it passed. */
  run(deps: { engine: Engine; visit: Visit; stack: Stack }): Promise<unknown>;
};
