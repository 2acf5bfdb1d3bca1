import type { Clock } from '../../clock.ts';
import { type Issue, maxUserTokenLength } from '../../protocol/index.ts';
import type { ResettableLeadForm } from './lead-form.ts';
import type { Identity, LeadGateway } from './lead-gateway.ts';

export type SignedVisitorDeps = {
  /** Name of the form. */
  formName: string;
  form: Pick<ResettableLeadForm, 'setVisitor'>;
  gateway: Pick<LeadGateway, 'identify'>;
  clock: Clock;
  /** Called when the token, or a part of it, is ignored. */
  onProblem(message: string): void;
};

/** How long the form waits for the proxy. A token that is verified later still fills it. */
const timeoutMs = 3_000;

/**
 * Lets the proxy verify a visitor's token, and fills the form with its values. The token is stored only in memory and in
 * queued leads.
 */
export function createSignedVisitor({ formName, form, gateway, clock, onProblem }: SignedVisitorDeps) {
  let current: string | undefined;

  async function setUserToken(token: string | undefined): Promise<void> {
    if (token === current) return;
    current = token;
    if (token === undefined) {
      form.setVisitor({ status: 'unknown' });
      return;
    }
    form.setVisitor({ status: 'checking' }, token);
    const cancelTimeout = clock.after(timeoutMs, () => {
      if (token === current) form.setVisitor({ status: 'unknown' }, token);
    });
    const identity: Identity =
      token.length > maxUserTokenLength
        ? { status: 'refused', message: `is longer than ${maxUserTokenLength} characters` }
        : await gateway.identify(formName, token);
    cancelTimeout();
    // The page may have set another token meanwhile.
    if (token === current) apply(token, identity);
  }

  function apply(token: string, identity: Identity): void {
    switch (identity.status) {
      case 'verified':
        form.setVisitor(identity, token);
        for (const issue of identity.issues) onProblem(describeIssue(issue));
        return;
      case 'refused':
        form.setVisitor({ status: 'unknown' });
        onProblem(`userToken ${identity.message}`);
        return;
      case 'unreachable':
        // The proxy verifies the token when it receives the lead.
        form.setVisitor({ status: 'unknown' }, token);
        return;
      default:
        identity satisfies never;
    }
  }

  return { setUserToken };
}

/** `userToken.phone is not a phone number` */
export function describeIssue({ path, message }: Issue): string {
  return `${path} ${message}`;
}
