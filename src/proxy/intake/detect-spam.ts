import type { LeadRequest } from '../../protocol/index.ts';

/** Why a lead is held for an operator instead of delivered. It is stored and answered like any other. */
export type HoldReason = 'honeypot' | 'too-fast' | 'captcha-failed' | 'captcha-unavailable' | 'phone-limit';

/**
 * What the form itself gives away: the field that people do not see was filled, or all of it faster than people type.
 * Both happen to people too (password managers), so such a lead is held, never dropped.
 */
export function detectSpam(request: LeadRequest, minFillMs: number): HoldReason | undefined {
  if (request.website !== undefined && request.website !== '') return 'honeypot';
  if (request.elapsedMs !== undefined && request.elapsedMs < minFillMs) return 'too-fast';
  return undefined;
}

/** Programs get no session of the service's; a person who is held by mistake chats anonymously. */
export function deservesSession(reason: string | undefined): boolean {
  return reason === undefined || reason === 'phone-limit' || reason === 'captcha-unavailable';
}
