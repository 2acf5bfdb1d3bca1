import * as z from 'zod/mini';
import { fieldValue, wholeNumber } from '../form.ts';
import { uuid } from '../identifiers.ts';
import { issue } from '../issue.ts';
import { callState } from './call-state.ts';

/** A session for the browser: the service's session and the WebSocket address to use it at. Null: chat anonymously. */
export const proxySession = z.nullable(
  z.looseObject({
    /** Flow of the session. It may be another one than the requested flow. */
    flow_id: z.string(),
    session: z.string(),
    url: z.string(),
    /** The session's own WebSocket host, with `assumptions.socketHost: 'session'` only. */
    wss_url: z.optional(z.string()),
  }),
);
export type ProxySession = z.infer<typeof proxySession>;

/** 202 of `POST /leads`. */
export const leadAccepted = z.looseObject({
  status: z.literal('accepted'),
  /** The proxy's id of the lead, not the service's. */
  lead: uuid,
  /** Opens sessions and calls of the lead; secret, unlike the lead's id. */
  token: z.string(),
  session: proxySession,
  /** What the proxy has ignored: a `userToken` that is not valid. */
  issues: z.optional(z.array(issue)),
});
export type LeadAccepted = z.infer<typeof leadAccepted>;

/** 200 of `POST /identity`: the values of a valid token that the form can use. */
export const identityResponse = z.looseObject({
  status: z.literal('success'),
  /** By field, as they will be stored. The phone is in the international format. */
  fields: z.record(z.string(), fieldValue),
  /** Claims that were ignored. */
  issues: z.array(issue),
});

/** 200 of `POST /sessions`. */
export const sessionResponse = z.looseObject({ status: z.literal('success'), session: proxySession });

/** 202 of `POST /calls`. */
export const callAccepted = z.looseObject({
  status: z.literal('accepted'),
  call: uuid,
  /** `waiting` or `planned`. */
  state: callState,
});

/** 200 of `GET /calls/:id`. */
export const callStatus = z.looseObject({
  status: z.literal('success'),
  call: uuid,
  state: callState,
  /** The time that the visitor chose, ISO 8601 in UTC. Absent for a call that was requested for now. */
  at: z.optional(z.string()),
  /** Why a call is `refused`: the name of a limit, `held`, `closed`, `country`, `not-offered`, `off`, `do-not-call` or `blocked`. */
  reason: z.optional(z.string()),
  /** How many times the call was transferred. */
  transfers: z.optional(wholeNumber),
});
