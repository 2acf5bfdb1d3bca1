import type { Subject } from '../widget/subject.ts';

/** A chat from npm, with a stand-in for its backend. */
export type Peer = Subject & {
  package: string;
  version: string;
};
