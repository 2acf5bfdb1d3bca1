import { type Clock, withTimeout } from '../../clock.ts';
import type { UserToken } from '../../options/index.ts';
import { maxUserTokenLength } from '../../protocol/form.ts';
import type { Issue } from '../../protocol/issue.ts';
import type { ResettableLeadFormState } from './lead-form.ts';
import type { SignedVisitorState } from './lead-form-state.ts';
import type { Identity, LeadGateway } from './lead-gateway.ts';
import { requestToken } from './request-token.ts';
import { isExpired } from './token-expiry.ts';

export type SignedVisitorDeps = {
  /** Name of the form. */
  formName: string;
  form: Pick<ResettableLeadFormState, 'setVisitor'>;
  gateway: Pick<LeadGateway, 'identify'>;
  clock: Clock;
  /** Called when the token, or a part of it, is ignored. */
  onProblem(message: string): void;
};

/** A token, and what the proxy says about it. */
type CheckedToken = { token: string; identity: Identity };

/** How long the form waits for the page's function and the proxy. A token that is verified later still fills it. */
const timeoutMs = 3_000;

/**
 * Lets the proxy verify a visitor's token, and fills the form with its values. The token is stored only in memory and in
 * queued leads. A function of the page is asked again when its token has expired, and once when the proxy refuses it: the
 * clocks of browser and server may differ.
 */
export function createSignedVisitor({ formName, form, gateway, clock, onProblem }: SignedVisitorDeps) {
  let source: UserToken | undefined;
  let token: string | undefined;
  let state: SignedVisitorState = { status: 'unknown' };
  /** Aborted when something else is asked for: what comes of the request is ignored. */
  let request = new AbortController();
  let isPending = false;
  let isDisposed = false;

  function begin(): AbortSignal {
    request.abort();
    request = new AbortController();
    return request.signal;
  }

  function setVisitor(next: SignedVisitorState, nextToken?: string): void {
    state = next;
    token = nextToken;
    form.setVisitor(next, nextToken);
  }

  async function setUserToken(next: UserToken | undefined): Promise<void> {
    const mayAskAgain = typeof next === 'function' && !isPending && (token === undefined || hasExpired());
    if (isDisposed || (next === source && !mayAskAgain)) return;
    source = next;
    const signal = begin();
    isPending = next !== undefined;
    if (next === undefined) {
      setVisitor({ status: 'unknown' });
      return;
    }
    setVisitor({ status: 'checking' }, typeof next === 'string' ? next : undefined);
    const cancelTimeout = clock.after(timeoutMs, () => {
      if (!signal.aborted) setVisitor({ status: 'unknown' }, token);
    });
    const checked = await check(next, signal);
    cancelTimeout();
    // The page may have set another token meanwhile.
    if (signal.aborted) return;
    isPending = false;
    if (checked === undefined) setVisitor({ status: 'unknown' });
    else apply(checked);
  }

  /** Undefined without a token. */
  async function check(from: UserToken, signal: AbortSignal): Promise<CheckedToken | undefined> {
    const first = await checkOnce(from, signal);
    if (first?.identity.status !== 'refused' || typeof from === 'string') return first;
    const second = await checkOnce(from, signal, first.token);
    return second ?? first;
  }

  /** Undefined without a token, and for the one that was refused before. */
  async function checkOnce(from: UserToken, signal: AbortSignal, refused?: string): Promise<CheckedToken | undefined> {
    const next = typeof from === 'string' ? from : await requestToken(from, { clock, signal, onProblem });
    if (next === undefined || next === refused || signal.aborted) return undefined;
    if (typeof from === 'function') token = next;
    const identity: Identity =
      next.length > maxUserTokenLength
        ? { status: 'refused', message: `is longer than ${maxUserTokenLength} characters` }
        : await gateway.identify(formName, next);
    return { token: next, identity };
  }

  function apply({ token: next, identity }: CheckedToken): void {
    switch (identity.status) {
      case 'verified':
        setVisitor(identity, next);
        for (const issue of identity.issues) onProblem(describeIssue(issue));
        return;
      case 'refused':
        setVisitor({ status: 'unknown' });
        onProblem(`userToken ${identity.message}`);
        return;
      case 'unreachable':
        // The proxy verifies the token when it receives the lead.
        setVisitor({ status: 'unknown' }, next);
        return;
      default:
        identity satisfies never;
    }
  }

  async function renewFrom(from: Exclude<UserToken, string>): Promise<void> {
    const signal = begin();
    const before = token;
    const checked = await withTimeout(check(from, signal), { clock, timeoutMs, late: 'late' as const });
    if (signal.aborted) return;
    // What comes later is too late for this lead.
    begin();
    token = before;
    if (checked === 'late') onProblem('userToken has expired, and a new one did not come in time');
    else if (checked?.identity.status === 'verified') apply(checked);
    else if (checked?.identity.status === 'unreachable') setVisitor(state, checked.token);
    else if (checked !== undefined) onProblem(`userToken ${checked.identity.message}`);
  }

  function hasExpired(): boolean {
    return token !== undefined && isExpired(token, clock.now());
  }

  return {
    setUserToken,
    /**
     * Asks the page's function again if its token has expired, before a lead is sent with it. If no better one comes, the lead
     * is sent with the old one, whose values then count as typed.
     */
    renew(): Promise<void> | undefined {
      return typeof source === 'function' && !isPending && hasExpired() ? renewFrom(source) : undefined;
    },
    /** Nothing is asked or sent any more. */
    dispose(): void {
      isDisposed = true;
      source = undefined;
      request.abort();
    },
  };
}

/** `userToken.phone is not a phone number` */
export function describeIssue({ path, message }: Issue): string {
  return `${path} ${message}`;
}
