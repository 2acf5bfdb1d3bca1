import type { Context, Hono } from 'hono';
import type { Issue } from '../../protocol/issue.ts';
import { type LeadRequest, leadRequest } from '../../protocol/proxy/requests.ts';
import type { ProxySession } from '../../protocol/proxy/responses.ts';
import { verifiedFieldsName } from '../../protocol/reserved-names.ts';
import type { RouteDeps } from '../deps.ts';
import { blockedReason } from '../domain/lead.ts';
import { routeLead } from '../domain/routes.ts';
import { acceptedVariants } from '../funnel/configured-values.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { idempotencyKey } from '../http/identify-sender.ts';
import { readJson } from '../http/json-body.ts';
import { isContentError, ProxyError } from '../http/proxy-error.ts';
import { createInFlight } from '../in-flight.ts';
import { countFirst } from '../limits/count-first.ts';
import { findOrCreateSession } from '../session/sessions.ts';
import { sha256 } from '../sha256.ts';
import type { Acceptance, LeadCall } from '../store/queries/lead-intake.ts';
import { createLeadAdmitter, type HoldReason } from './admission.ts';
import { buildLeadRecord, recordConsent } from './lead-record.ts';
import type { CheckedLead } from './read-lead.ts';
import { createStoreGate, isOverload } from './store-gate.ts';

/**
 * `POST /leads`: checks the body, stores the lead with one durable commit, and only then responds with 202. Neither the
 * response nor its timing depends on whether the phone is on file.
 */
export function addLeadRoute(app: Hono<AppEnvironment>, deps: RouteDeps): void {
  const { store, metrics, log, tokens, readLead } = deps;
  const admitLead = createLeadAdmitter({ ...deps, minFillMs: deps.live.config.value.minFillMs });
  const gate = createStoreGate(() => performance.now());
  const usedKeys = createUsedKeys();
  const shareSession = createInFlight<ProxySession>();

  app.post('/leads', async (c) => {
    const key = idempotencyKey(c, 'retry of this lead');
    gate.ensureRoom();
    const request = await readJson(c, leadRequest);
    const token = await tokens.derive(key);
    const { lead, outcome, hasIgnoredToken } = await storeLead(c, { key, request, token });
    const facts = { requestId: c.get('requestId'), lead };
    log.info('lead-accepted', { ...facts, form: request.form, outcome });
    const session = request.chat === true ? await shareSession(lead, () => findOrCreateSession(deps, facts)) : null;
    return c.json(
      { status: 'accepted', lead, token, session, ...(hasIgnoredToken && { issues: [ignoredToken] }) },
      202,
    );
  });

  async function storeLead(c: Context<AppEnvironment>, incoming: IncomingLead): Promise<StoredLeadResult> {
    const bodyHash = hashBody(incoming.request);
    // A client that repeats this would try to store a lead each time.
    if (usedKeys.has(incoming.key)) {
      const earlier = await countFirst(c, deps.limits, (count) => {
        count();
        return findEarlier(incoming, bodyHash);
      });
      if (earlier !== undefined) return earlier;
      // It was erased since.
      usedKeys.delete(incoming.key);
    }
    try {
      const result = await storeNewLead(c, incoming, bodyHash);
      if (result.outcome === 'repeated') usedKeys.add(incoming.key);
      return result;
    } catch (error) {
      const isReused = error instanceof ProxyError && error.code === 'key-reused';
      if (isReused) usedKeys.add(incoming.key);
      // A look-up would be more work for a store that is overloaded, and tells nothing new about a key that is used.
      if (isOverload(error) || isReused) throw error;
      return findEarlierOr(c, incoming, bodyHash, error);
    }
  }

  /**
   * The lead that an earlier request has stored: a repetition succeeds even if limits or forms have changed since. Most
   * leads are new, so only a failure leads to this look-up; and a flood of refused requests costs few of them.
   * @throws `error` if there is none
   */
  async function findEarlierOr(
    c: Context<AppEnvironment>,
    incoming: IncomingLead,
    bodyHash: string,
    error: unknown,
  ): Promise<StoredLeadResult> {
    const lookUp = async () => {
      const earlier = await findEarlier(incoming, bodyHash);
      if (earlier === undefined) throw error;
      return earlier;
    };
    if (isContentError(error)) return countFirst(c, deps.limits, lookUp);
    if (!(error instanceof ProxyError) || error.code !== 'rate-limited') return lookUp();
    const points = await deps.limits.takeLookup(c.get('clientAddress'));
    if (!points.allowed) throw error;
    const earlier = await lookUp();
    await points.reward();
    return earlier;
  }

  /** The lead that an earlier request with this key has stored. */
  async function findEarlier({ key, request }: IncomingLead, bodyHash: string): Promise<StoredLeadResult | undefined> {
    const earlier = await store.findRequest({ key, bodyHash });
    if (earlier === undefined) return undefined;
    if (!earlier.hasSameBody) throw keyReused();
    metrics.leadAccepted('repeated');
    return repeated(earlier.lead, request);
  }

  /** @throws ProxyError when the lead is not valid, or over a limit */
  async function storeNewLead(
    c: Context<AppEnvironment>,
    incoming: IncomingLead,
    bodyHash: string,
  ): Promise<StoredLeadResult> {
    const { key, request } = incoming;
    const address = c.get('clientAddress');
    const requestId = c.get('requestId');
    const checked = await readLead(request);
    const { tokenProblem } = checked;
    let earlier: StoredLeadResult | undefined;
    const isStored = async () => {
      earlier = await findEarlier(incoming, bodyHash);
      return earlier !== undefined;
    };
    const {
      held: suspicion,
      isRepeated,
      settle,
    } = await admitLead(request, checked, { key, bodyHash, address, isStored });
    if (isRepeated) {
      await settle('not-stored');
      // Another request may have asked, and this one shares its decision.
      const found = earlier ?? (await findEarlier(incoming, bodyHash));
      if (found === undefined) throw keyReused();
      return found;
    }
    const acceptance = await acceptLead(c, incoming, bodyHash, checked, suspicion).catch(async (error: unknown) => {
      await settle('unknown');
      throw error;
    });
    await settle(acceptance.outcome === 'stored' ? 'stored' : 'not-stored');
    if (acceptance.outcome === 'key-reused') throw keyReused();
    const { lead, outcome } = acceptance;
    const held = heldBecause(acceptance, suspicion);
    metrics.leadAccepted(outcome === 'stored' && held !== undefined ? 'held' : outcome);
    if (outcome === 'stored') {
      if (held !== undefined) log.warn('lead-held', { requestId, lead, reason: held });
      if (tokenProblem !== undefined) log.info('user-token-ignored', { requestId, lead, reason: tokenProblem });
      if (acceptance.call !== undefined) reportCall(acceptance.call, { requestId, lead });
    }
    if (outcome === 'repeated') return repeated(lead, request);
    return { lead, outcome, hasIgnoredToken: tokenProblem !== undefined };
  }

  /** Stores an admitted lead, unless it is stored already. */
  async function acceptLead(
    c: Context<AppEnvironment>,
    { key, request, token }: IncomingLead,
    bodyHash: string,
    checked: CheckedLead,
    held: HoldReason | undefined,
  ): Promise<Acceptance> {
    const address = c.get('clientAddress');
    const { form, phone } = checked;
    const acceptedAt = deps.now();
    const record = buildLeadRecord(request, checked, {
      variants: acceptedVariants(request.variants ?? {}, deps.live.config.value, form.attributes),
      consent: recordConsent(request.consent, form.consent, acceptedAt),
    });
    const planning =
      request.callback === true ? deps.planCall({ form: request.form, phone, record, address }) : undefined;
    const tokenHash = tokens.hash(token);
    // Only now: a captcha that is checked slowly takes no place.
    const leave = gate.enter();
    let isStored = false;
    try {
      const acceptance = await store.accept({
        key,
        bodyHash,
        form: request.form,
        phone,
        record,
        plan: routeLead(form, record).plan,
        ...(planning !== undefined && {
          callback: planning.ok ? planning.plan : { refused: planning.reason, requestedAt: acceptedAt },
        }),
        held,
        acceptedAt,
        requestId: c.get('requestId'),
        tokenHash,
      });
      isStored = true;
      if (acceptance.outcome === 'stored') {
        countStored({ form: request.form, record }, heldBecause(acceptance, held), acceptance.call, acceptedAt);
      }
      return acceptance;
    } finally {
      leave(isStored);
    }
  }

  function countStored(
    lead: { form: string; record: Record<string, unknown> },
    held: string | undefined,
    call: LeadCall | undefined,
    acceptedAt: number,
  ): void {
    deps.funnel.countLead(lead, 'accepted', acceptedAt);
    if (held !== undefined) deps.funnel.countLead(lead, 'held', acceptedAt);
    // Also one that is refused: the list of calls has it, with the reason.
    if (call !== undefined) deps.funnel.countLead(lead, 'call-requested', acceptedAt);
  }

  async function repeated(lead: string, request: LeadRequest): Promise<StoredLeadResult> {
    return { lead, outcome: 'repeated', hasIgnoredToken: await wasTokenIgnored(lead, request) };
  }

  /**
   * Whether the first response said so. The token may have expired since. The record names what the token has verified, which may be
   * nothing, until the personal data of the lead is removed.
   */
  async function wasTokenIgnored(lead: string, { userToken, form }: LeadRequest): Promise<boolean> {
    if (userToken === undefined) return false;
    const stored = await store.find(lead);
    if (stored === undefined || verifiedFieldsName in stored.record) return false;
    return (await deps.readUserToken(userToken, form, stored.acceptedAt)).status === 'invalid';
  }

  function reportCall(call: LeadCall, facts: { requestId: string; lead: string }): void {
    metrics.callRequested(call.outcome);
    if (call.outcome === 'accepted') log.info('call-requested', { ...facts, call: call.id });
    else log.warn('call-refused', { ...facts, call: call.id, reason: call.reason });
  }
}

/** The store knows which numbers are blocked. */
function heldBecause(acceptance: Acceptance, held: HoldReason | undefined): string | undefined {
  return acceptance.outcome === 'stored' && acceptance.isBlocked === true ? blockedReason : held;
}

type StoredLeadResult = { lead: string; outcome: 'stored' | 'repeated'; hasIgnoredToken: boolean };

type IncomingLead = { key: string; request: LeadRequest; token: string };

/**
 * Recognizes a repeated request. Ignores the order of the fields, and the captcha token, because a browser that tries
 * again sends a new one. The schema puts all other keys in order.
 */
function hashBody(request: LeadRequest): string {
  const { captcha: _, fields, attributes, variants, ...rest } = request;
  const ordered = {
    ...rest,
    ...(attributes !== undefined && { attributes: inOrder(attributes) }),
    ...(variants !== undefined && { variants: inOrder(variants) }),
  };
  return sha256(JSON.stringify([ordered, inOrder(fields)]));
}

function inOrder(values: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}

const maxUsedKeys = 10_000;

/** The keys that came again after their lead was stored; all are forgotten when there are too many. */
function createUsedKeys() {
  const keys = new Set<string>();
  return {
    has: (key: string) => keys.has(key),
    add(key: string): void {
      if (keys.size >= maxUsedKeys) keys.clear();
      keys.add(key);
    },
    delete: (key: string) => keys.delete(key),
  };
}

const ignoredToken: Issue = { path: 'userToken', message: 'is not valid, so it was ignored' };

function keyReused(): ProxyError {
  const message = 'This Idempotency-Key was used with another body. Create a new one.';
  return new ProxyError('key-reused', { message });
}
