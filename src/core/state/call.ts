import * as z from 'zod/mini';
import type { CallState } from '../../protocol/proxy/call-state.ts';

/** The progress of a call-back. `state` is the last one that the proxy reported. */
export type CallbackState =
  | { status: 'none' }
  | { status: 'asking' }
  /** `at`: when a planned call is placed, in milliseconds. `cancelFailed`: the visitor cancelled it, but it is still planned. */
  | { status: 'requested'; state: CallState; at?: number; cancelFailed?: true }
  | { status: 'failed'; code: string };

/** What the proxy says about a call. `at`: the planned time, in milliseconds; absent for a call that was requested for now. */
export type CallProgress = { readonly state: CallState; readonly at?: number };

/** The response to a request for a call's progress. `gone`: the proxy does not have the call any more. */
export type CallReport = CallProgress | 'gone' | 'unreachable';

export const callReference = z.object({ id: z.string(), token: z.string() });
/** A requested call-back, with the token of its lead, which gives access to it. */
export type CallReference = Readonly<z.infer<typeof callReference>>;

export type Call = {
  readonly progress: CallbackState;
  /** The call that is followed; null if none is under way. */
  readonly followed: CallReference | null;
  /** When its progress is requested next; null while a request runs. */
  readonly pollAt: number | null;
  readonly pollCount: number;
  readonly isCancelling: boolean;
};

export const noCall: Call = {
  progress: { status: 'none' },
  followed: null,
  pollAt: null,
  pollCount: 0,
  isCancelling: false,
};
