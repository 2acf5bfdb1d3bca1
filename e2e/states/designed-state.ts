import type { Stage } from './stage.ts';

export type Part =
  | 'launcher'
  | 'teaser'
  | 'loading'
  | 'form'
  | 'fields'
  | 'steps'
  | 'consent'
  | 'call'
  | 'planned call'
  | 'lead without a chat'
  | 'starters'
  | 'conversation'
  | 'message'
  | 'form in the conversation'
  | 'connection'
  | 'menu'
  | 'end'
  | 'right to left'
  | 'small window'
  | 'forced colors'
  | 'theme';

/** A designed state: its name, and how to reach it. */
export type DesignedState = {
  name: string;
  /** What the state is about: `npm test` checks a state of each of a dozen parts, `npm run e2e:long` every state. */
  part: Part;
  reach(stage: Stage): Promise<void>;
  /** Set if the state needs a different window. */
  window?: { width: number; height: number; zoom?: number };
  forcedColors?: boolean;
};
