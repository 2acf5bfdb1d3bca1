import type { Json } from '../../../schema-form/index.ts';

/** A value before both changes, and after each of them. Undefined: there is none. */
export type Sides<Value = Json | undefined> = { base: Value; mine: Value; theirs: Value };

/** Whose change counts where both have changed the same. Called for each such place. */
export type Choose = (path: readonly string[]) => 'mine' | 'theirs';

export type MergeContext = {
  path: readonly string[];
  choose: Choose;
  /** That of the site before both changes: a text for all languages was in it. */
  mainLanguage: string;
};
