import type { LeadState } from '../protocol/index.ts';

/** Counts events as they happen. What the store knows is read when `/metrics` is requested. */
export interface Metrics {
  /** `repeated`: the same request again; nothing new was stored. */
  leadAccepted(outcome: 'stored' | 'held' | 'repeated'): void;
  /** A lead reached this state. */
  leadSettled(state: LeadState): void;
  requestAnswered(status: number): void;
  sessionOpened(opened: boolean): void;
  callRequested(outcome: 'accepted' | 'over-limit' | 'refused'): void;
  /** All metrics in Prometheus' text format. */
  expose(): Promise<{ text: string; contentType: string }>;
}
