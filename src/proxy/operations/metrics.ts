import type { LeadState } from '../../protocol/index.ts';

/** What is counted while it happens. What can be looked up is read when `/metrics` is asked. */
export interface Metrics {
  /** `repeated`: the same request again; nothing new was stored. */
  leadAccepted(outcome: 'stored' | 'held' | 'repeated'): void;
  /** A lead reached this state. */
  leadSettled(state: LeadState): void;
  requestAnswered(status: number): void;
  sessionOpened(opened: boolean): void;
  callRequested(outcome: 'accepted' | 'over-limit' | 'refused'): void;
  /** Everything as Prometheus reads it. */
  expose(): Promise<{ text: string; contentType: string }>;
}
