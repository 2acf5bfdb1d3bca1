import type { FunnelStage, LeadStage } from '../protocol/proxy/funnel.ts';
import type { LeadState } from '../protocol/proxy/lead-state.ts';
import type { FailureCode } from './delivery/classify-error.ts';
import type { StepKind } from './domain/lead.ts';

export type FinishedRequest = {
  /** The route's pattern, such as `/calls/:id`; `other` for paths without a route. */
  route: string;
  method: string;
  status: number;
  seconds: number;
};

/** Counts events as they happen. Figures of the store are read when `/metrics` is requested. */
export interface Metrics {
  /** `repeated`: the same request again; nothing new was stored. */
  leadAccepted(outcome: 'stored' | 'held' | 'repeated'): void;
  /** A lead reached this state, so many seconds after it was accepted. */
  leadSettled(state: LeadState, seconds: number): void;
  /** The service refused a step of a delivery, or could not be reached. */
  stepFailed(step: StepKind, code: FailureCode): void;
  requestFinished(request: FinishedRequest): void;
  /** A request got 429. `limit` is the name of the limit that it was over. */
  requestLimited(limit: string): void;
  sessionOpened(opened: boolean): void;
  callRequested(outcome: 'accepted' | 'over-limit' | 'refused'): void;
  /** A call-back could not be placed in time, so its visitor was not called. */
  callExpired(): void;
  /** A visitor reached this stage with a form. */
  funnelCounted(form: string, stage: FunnelStage | LeadStage): void;
  /** All metrics in Prometheus' text format. Never rejects: metrics matter most while something is down. */
  expose(): Promise<{ text: string; contentType: string }>;
}

export const noMetrics: Metrics = {
  leadAccepted() {},
  leadSettled() {},
  stepFailed() {},
  requestFinished() {},
  requestLimited() {},
  sessionOpened() {},
  callRequested() {},
  callExpired() {},
  funnelCounted() {},
  expose: async () => ({ text: '', contentType: 'text/plain; version=0.0.4' }),
};

/** The metrics while the store has never been open: nothing else is known yet. */
export const storeDownMetrics = {
  text: [
    '# HELP leadchat_store_up 1 when the store responds: it takes leads, or can be read.',
    '# TYPE leadchat_store_up gauge',
    'leadchat_store_up 0',
    '# HELP leadchat_accepts_leads 1 while leads can be stored.',
    '# TYPE leadchat_accepts_leads gauge',
    'leadchat_accepts_leads 0',
    '',
  ].join('\n'),
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
};
