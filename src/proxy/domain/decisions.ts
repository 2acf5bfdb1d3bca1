import type { CallCap, HeldCallChoice } from './call.ts';
import type { FormDelivery } from './routes.ts';

/** Who decided about a lead, when, and why; see `Closing`. */
export type Decision = { now: number; by: string; reason?: string | undefined };

export type ReplayRequest = {
  now: number;
  /** Time from now within which a call must be placed. */
  callTtlMs: number;
  /** The lead's form in the current configuration. Absent if the form no longer exists; then the stored plan stays. */
  form?: FormDelivery | undefined;
};

export type CorrectRequest = {
  now: number;
  by: string;
  /** New values, as they go to the service; undefined removes one. A phone in E.164 digits. */
  values: Readonly<Record<string, string | boolean | undefined>>;
};

export type ReleaseRequest = {
  now: number;
  /** Limits on a call that is placed as requested. */
  callCaps: readonly CallCap[];
  call: HeldCallChoice;
  /** See `ReplayRequest`. */
  form?: FormDelivery | undefined;
};
