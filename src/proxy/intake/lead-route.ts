import type { Context } from 'hono';
import { type LeadRequest, leadRequest, type ProxySession, uuid } from '../../protocol/index.ts';
import type { CallPlanner } from '../calls/plan-call.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { failed, json } from '../http/answer.ts';
import type { AppEnvironment } from '../http/exchange.ts';
import { badRequest, tooMany } from '../http/failures.ts';
import { issuesOf } from '../http/issues.ts';
import { readBody } from '../http/read-body.ts';
import type { LeadLimits } from '../limits/lead-limits.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { SessionOpener } from '../session/open-session.ts';
import type { LeadIntake } from '../store/index.ts';
import { AdmissionCache, type Judgement } from './admission-cache.ts';
import { bodyHash, type Digest } from './body-hash.ts';
import { buildRecord } from './build-record.ts';
import { deservesSession, detectSpam, type HoldReason } from './detect-spam.ts';
import { createFieldsReader } from './read-fields.ts';

export type LeadRouteDeps = {
  config: ProxyConfig;
  store: LeadIntake;
  limits: LeadLimits;
  openSession: SessionOpener;
  /** Judges the captcha's token; undefined when all is well or no captcha is configured. */
  judgeCaptcha: (
    token: string | undefined,
    address: string | undefined,
    key: string,
  ) => Promise<HoldReason | undefined>;
  /** The call-back that goes with a lead, as far as one may be placed. */
  planCall: CallPlanner;
  /** A lead is stored: delivery may look. */
  onStored: () => void;
  metrics: Pick<Metrics, 'leadAccepted' | 'callRequested'>;
  log: Log;
  now: () => number;
  digest: Digest;
};

/**
 * `POST /leads`: checks the body, stores the lead with one durable commit, and only then answers 202. Nothing in the
 * answer or on the way to it depends on whether the phone is on file.
 */
export function createLeadRoute(parts: LeadRouteDeps) {
  const { config, store, limits, metrics, log } = parts;
  const forms = new Map(
    Object.entries(config.forms).map(([name, form]) => [name, { form, readFields: createFieldsReader(form) }]),
  );
  const judgements = new AdmissionCache();

  return async (c: Context<AppEnvironment>): Promise<Response> => {
    const exchange = c.get('exchange');
    const key = c.req.header('idempotency-key')?.toLowerCase();
    if (key === undefined || !uuid.safeParse(key).success) return failed(exchange, keyFailure);
    const body = await readBody(c.req.raw);
    if (!body.ok) return failed(exchange, body.failure);
    const parsed = leadRequest.safeParse(body.value);
    if (!parsed.success) return failed(exchange, badRequest(issuesOf(parsed.error)));
    const request = parsed.data;
    const entry = forms.get(request.form);
    if (entry === undefined)
      return failed(exchange, { code: 'unknown-form', message: 'There is no form of this name.' });
    const { form } = entry;
    const fields = entry.readFields(request.fields);
    const issues = fields.ok ? [] : fields.issues;
    if (form.consent?.required === true && request.consent?.granted !== true) {
      issues.push({ path: 'consent.granted', message: 'must be true: this form asks for consent' });
    }
    if (!fields.ok || issues.length > 0) return failed(exchange, badRequest(issues));

    const judgement = await judgements.once(key, () => judge(request, fields.phone, exchange.address, key));
    if (!judgement.allowed) return failed(exchange, tooMany(judgement.retryAfterSeconds));
    const { held } = judgement;

    const acceptedAt = parts.now();
    const record = buildRecord(request, fields.values, request.consent?.version ?? form.consent?.version, acceptedAt);
    // A call that may not be placed now is not placed later either; the lead itself is taken all the same.
    const call =
      request.callback === true && held === undefined
        ? parts.planCall({ form: request.form, phone: fields.phone, record, address: exchange.address })
        : undefined;
    const acceptance = await store.accept({
      key,
      bodyHash: await bodyHash(request, parts.digest),
      form: request.form,
      phone: fields.phone,
      record,
      plan: { tags: form.tags, ...(form.journey !== undefined && { journey: form.journey }) },
      ...(call?.ok === true && { callback: call.plan }),
      ...(held !== undefined && { held }),
      acceptedAt,
      requestId: exchange.requestId,
    });
    if (acceptance.outcome === 'key-reused') {
      return failed(exchange, {
        code: 'key-reused',
        message: 'This Idempotency-Key was used with another body. Make a new one.',
      });
    }
    const { lead, outcome } = acceptance;
    metrics.leadAccepted(outcome === 'stored' && held !== undefined ? 'held' : outcome);
    if (outcome === 'stored') parts.onStored();
    log.info('lead-accepted', { requestId: exchange.requestId, lead, form: request.form, outcome, held });
    const session = request.chat === true ? await sessionFor(lead, outcome, record, fields.phone, held) : null;
    return json(exchange, 202, { status: 'accepted', lead, session });
  };

  async function judge(
    request: LeadRequest,
    phone: string,
    address: string | undefined,
    key: string,
  ): Promise<Judgement> {
    const limit = await limits.takeRequest(address, request.form);
    if (!limit.allowed) return limit;
    const suspicion =
      detectSpam(request, config.minFillMs) ?? (await parts.judgeCaptcha(request.captcha, address, key));
    const isFrequent = !(await limits.takePhone(phone));
    return { allowed: true, held: suspicion ?? (isFrequent ? 'phone-limit' : undefined) };
  }

  /** A repetition gets the session that the first answer told. */
  async function sessionFor(
    lead: string,
    outcome: 'stored' | 'repeated',
    record: Record<string, unknown>,
    phone: string,
    held: string | undefined,
  ): Promise<ProxySession> {
    const stored = outcome === 'repeated' ? await store.find(lead) : undefined;
    if (stored?.session !== undefined) return stored.session;
    const session = deservesSession(stored === undefined ? held : stored.held)
      ? await parts.openSession(record, phone)
      : null;
    return store.keepSession(lead, session);
  }
}

const keyFailure = badRequest([
  { path: 'Idempotency-Key', message: 'must be given as a header: a UUID, the same one for every retry of this lead' },
]);
