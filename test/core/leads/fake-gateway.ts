import type {
  ConsentOutcome,
  Identity,
  LeadGateway,
  LeadOutcome,
  SettledLead,
} from '../../../src/core/leads/lead-gateway.ts';
import type { FormConsent } from '../../../src/protocol/form.ts';
import type { LeadRequest } from '../../../src/protocol/proxy/requests.ts';

/** A gateway whose responses the test sets. */
export type FakeGateway = LeadGateway & {
  requests: LeadRequest[];
  /** The outcome of the next submissions. */
  outcome: LeadOutcome;
  session: string | null;
  queued: boolean;
  /** The current consent of the proxy's form. */
  consent: FormConsent | null | 'unreachable';
  /** The proxy's response to a user token. */
  identity: Identity;
  settle(outcome: SettledLead | ConsentOutcome): void;
};

export function fakeGateway(): FakeGateway {
  const listeners = new Set<(outcome: SettledLead | ConsentOutcome) => void>();
  const gateway: FakeGateway = {
    requests: [],
    outcome: {
      status: 'accepted',
      lead: { id: 'd1000000-0000-4000-8000-000000000001', token: 'secret' },
      session: null,
    },
    session: null,
    queued: false,
    submit(request) {
      gateway.requests.push(request);
      return Promise.resolve(gateway.outcome);
    },
    hasQueued: () => gateway.queued,
    flush() {},
    onSettled(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    resend: () => 'storage',
    drop() {
      gateway.queued = false;
    },
    consent: 'unreachable',
    loadConsent: () => Promise.resolve(gateway.consent),
    identity: { status: 'unreachable' },
    identify: () => Promise.resolve(gateway.identity),
    openSession: () => Promise.resolve(gateway.session === null ? null : { id: gateway.session, target: {} }),
    requestCall: () => Promise.resolve({ ok: true, call: { id: 'c1', token: 'secret' }, state: 'waiting' }),
    callStatus: () => Promise.resolve({ state: 'ringing' }),
    cancelCall: () => Promise.resolve(true),
    moveFrom: () => (gateway.queued ? 'storage' : null),
    forget() {
      gateway.queued = false;
    },
    destroy: () => listeners.clear(),
    settle(outcome) {
      for (const listener of listeners) listener(outcome);
    },
  };
  return gateway;
}
