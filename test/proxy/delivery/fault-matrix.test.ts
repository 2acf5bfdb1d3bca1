import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Delivery } from '../../../src/proxy/delivery/create-delivery.ts';
import type { Step, StepKind } from '../../../src/proxy/domain/lead.ts';
import { createSessionOpener } from '../../../src/proxy/session/sessions.ts';
import type { NewLead } from '../../../src/proxy/store/lead-row.ts';
import { createServiceClient, type Fetch } from '../../../src/service-client/index.ts';
import type { FakeFault, FakeRoute } from '../../support/fake-service.ts';
import { recordFigure } from '../../support/figures.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { agent, journey } from './ids.ts';

/**
 * Every fault of the service × every step of a delivery. After a time-out, a reset or a 500 the request may have been
 * processed, so a safe step is repeated and an enrolment or a call becomes unknown. A 429, a 503 and a failed connection
 * prove that it was not.
 */
type Expected = 'retry' | 'unknown' | 'done' | 'dead' | 'on-file' | 'gone' | 'pause';

type Row = {
  fault: FakeFault | 'refuse' | 'dns' | 'tls';
  safe: Expected;
  unsafe: Expected;
  /** Steps that differ from their kind. */
  but?: Partial<Record<StepKind, Expected>>;
  retryAfterMs?: number;
};

const status = (code: number, more: object = {}): FakeFault => ({ kind: 'status', status: code, ...more });
const retryAfter = { headers: { 'retry-after': '40' } };
const somewhereElse = { headers: { location: 'http://127.0.0.1:9/elsewhere' } };
// The responses of Create Lead and Get Lead are needed, so an unreadable success is requested again.
const unreadable = { safe: 'done', unsafe: 'done', but: { create: 'retry', read: 'retry' } } as const;
const ambiguous = { safe: 'retry', unsafe: 'unknown' } as const;
const notProcessed = { safe: 'retry', unsafe: 'retry' } as const;
const refused = { safe: 'dead', unsafe: 'dead' } as const;

const faults: Record<string, Row> = {
  'a refused connection': { fault: 'refuse', ...notProcessed },
  'a host that does not exist': { fault: 'dns', ...notProcessed },
  'a TLS error': { fault: 'tls', ...notProcessed },
  'no response at all': { fault: { kind: 'hang' }, ...ambiguous },
  'a reset before processing': { fault: { kind: 'reset', processed: false }, ...ambiguous },
  'a reset after processing': { fault: { kind: 'reset', processed: true }, ...ambiguous },
  'a response cut in the middle': { fault: { kind: 'cut' }, ...unreadable },
  'a response dripping byte by byte': { fault: { kind: 'drip' }, ...unreadable },
  'a 200 with garbage': { fault: { kind: 'garbage' }, ...unreadable },
  'a response of 10 MB': { fault: { kind: 'huge' }, ...unreadable },
  'a 302': { fault: status(302, somewhereElse), ...ambiguous },
  'a 307': { fault: status(307, somewhereElse), ...notProcessed },
  'a 400': { fault: status(400), ...refused },
  'a 401': { fault: status(401), safe: 'pause', unsafe: 'pause' },
  'a 403': { fault: status(403), ...notProcessed },
  'a 404': { fault: status(404), ...refused, but: { read: 'gone', update: 'gone' } },
  'a 409': {
    fault: status(409, {
      body: { status: 'failed', message: 'x', lead: { lead_id: 'a1000000-0000-4000-8000-00000000000e' } },
    }),
    ...refused,
    but: { create: 'on-file' },
  },
  'a 409 without a body': { fault: status(409, { body: '' }), ...refused, but: { create: 'on-file' } },
  'a 422': { fault: status(422), ...refused },
  'a 429 with Retry-After': { fault: status(429, retryAfter), ...notProcessed, retryAfterMs: 40_000 },
  'a 500 before processing': { fault: status(500), ...ambiguous },
  'a 500 after processing': { fault: status(500, { processed: true }), ...ambiguous },
  'a 502': { fault: status(502, { processed: true }), ...ambiguous },
  'a 503': { fault: status(503), ...notProcessed },
  'a 503 with Retry-After': { fault: status(503, retryAfter), ...notProcessed, retryAfterMs: 40_000 },
  'a 504': { fault: status(504, { processed: true }), ...ambiguous },
};

type Case = { route: FakeRoute; step: StepKind; onFile?: boolean; lead: Partial<NewLead> };

const cases: Record<string, Case> = {
  'Create Lead': { route: 'create', step: 'create', lead: {} },
  'Get Lead': { route: 'read', step: 'read', onFile: true, lead: {} },
  'Update Lead': { route: 'update', step: 'update', onFile: true, lead: {} },
  'Add Tag': { route: 'tag', step: 'tag', lead: { plan: { tags: ['one'] } } },
  'Send to Workflow': {
    route: 'send',
    step: 'journey',
    lead: { plan: { tags: [], journey: { id: journey, onExisting: 'keep' } } },
  },
  'Update & Send to Workflow': {
    route: 'update-and-send',
    step: 'journey',
    lead: { plan: { tags: [], journey: { id: journey, onExisting: 'update' } } },
  },
  'Initiate Call': { route: 'call', step: 'call', lead: {} },
};

/** The tests advance the clock by days; frequent timers would fire thousands of times. */
const rarely = { pollMs: 3_600_000, leaseMs: 30 * 3_600_000 };

let bench: DeliveryBench;
let phones = 14155570000;
let closedPort = 0;
beforeAll(async () => {
  bench = await openDeliveryBench();
  closedPort = await freePort();
});
afterAll(() => bench.close());

describe.each(Object.entries(cases))('R3, R4: %s', (_name, { route, step, onFile, lead: extra }) => {
  it.each(Object.entries(faults))('settles %s', async (_fault, row) => {
    const isUnsafe = step === 'journey' || step === 'call';
    const expected = row.but?.[step] ?? (isUnsafe ? row.unsafe : row.safe);
    const phone = String(++phones);
    if (onFile === true || expected === 'on-file') bench.service.seed({ phone });
    const before = bench.service.ledger();
    const now = bench.clock.now();
    const callback = { agent, ip: '', country: 'US', requestedAt: now, expiresAt: now + 120_000, caps: [] };
    const fetch = typeof row.fault === 'string' ? failingOnce(route, row.fault) : undefined;
    if (typeof row.fault !== 'string') bench.service.fail(route, row.fault);
    const timeoutMs = isEndless(row.fault) ? 400 : 5_000;
    const delivery = bench.deliver({ timeoutMs, ...rarely, ...(fetch === undefined ? {} : { fetch }) });
    onTestFinished(async () => {
      bench.service.heal();
      await delivery.stop();
    });
    const id = await bench.accept({ phone, ...extra, ...(step === 'call' ? { callback } : {}) });
    await until('the delivery rests', async () => (await isAtRest(id)) && delivery.status().running === 0);

    await checkFirst(id, step, expected, delivery, row.retryAfterMs);
    bench.service.heal();
    await passTime(id, expected);
    const lead = await bench.lead(id);
    const happened = { unknown: 'unknown', dead: 'dead' }[String(expected)] ?? 'delivered';
    expect(lead.state, JSON.stringify(lead.steps)).toBe(happened);
    const { leads, enrolments, calls } = bench.service.ledger();
    expect(leads.filter((found) => found.phone === phone).length).toBeLessThanOrEqual(1);
    const unsafeDone =
      step === 'call' ? calls.length - before.calls.length : enrolments.length - before.enrolments.length;
    if (isUnsafe && lead.state === 'delivered') expect(unsafeDone).toBe(1);
    if (isUnsafe) expect(unsafeDone).toBeLessThanOrEqual(1);
  });
});

/** A visitor waits for the session, so it is requested at most twice. Without it the chat is anonymous. */
const sessionOf: Record<string, 'opened' | 'none'> = {
  'a refused connection': 'opened',
  'a host that does not exist': 'opened',
  'a TLS error': 'opened',
  'a reset before processing': 'opened',
  'a reset after processing': 'opened',
  'a 429 with Retry-After': 'opened',
  'a 500 before processing': 'opened',
  'a 500 after processing': 'opened',
  'a 502': 'opened',
  'a 503': 'opened',
  'a 503 with Retry-After': 'opened',
  'a 504': 'opened',
};

describe('R4: webchat session initialization', () => {
  const facts = { lead: 'lead', requestId: 'request' };
  const openerWith = (fault: Row['fault']) => {
    const fetch = typeof fault === 'string' ? failingOnce('session', fault) : undefined;
    return createSessionOpener({
      client: createServiceClient({
        baseUrl: `${bench.service.url}/v1`,
        hooksUrl: bench.service.url,
        apiKey: 'fake-key',
        ...(fetch !== undefined && { fetch }),
      }),
      flowId: 'f1000000-0000-4000-8000-000000000001',
      wssUrl: 'wss://chat.example.com',
      socketHost: 'configured',
      metrics: { sessionOpened() {} },
      log: new MemoryLog(),
      timeoutMs: isEndless(fault) ? 200 : 5_000,
    });
  };

  it.each(Object.entries(faults))('settles %s', async (name, { fault }) => {
    if (typeof fault !== 'string') bench.service.fail('session', fault);
    onTestFinished(() => bench.service.heal());
    const before = bench.service.journal.length;
    const session = await openerWith(fault)({ first_name: 'Ada' }, '14155550001', facts);
    expect(session === null ? 'none' : 'opened').toBe(sessionOf[name] ?? 'none');
    expect(bench.service.journal.length - before).toBeLessThanOrEqual(2);
  });

  const lasting = Object.entries(faults).flatMap(([name, { fault }]) =>
    typeof fault === 'string' ? [] : [{ name, fault }],
  );
  it.each(lasting)('gives up after the second request when $name is all that comes', async ({ fault }) => {
    bench.service.fail('session', fault, Number.POSITIVE_INFINITY);
    onTestFinished(() => bench.service.heal());
    const before = bench.service.journal.length;
    expect(await openerWith(fault)({ first_name: 'Ada' }, '14155550001', facts)).toBeNull();
    expect(bench.service.journal.length - before).toBeLessThanOrEqual(2);
  });
});

it('R4: covers every fault at every request', ({ task }) => {
  const requests = Object.keys(cases).length + 1;
  const cells = requests * Object.keys(faults).length;
  expect(cells).toBeGreaterThanOrEqual(120);
  recordFigure(task, {
    did: `${Object.keys(faults).length} faults of the service at each of ${requests} requests`,
    times: cells,
    found:
      'the record of the service shows no lead, enrolment or call twice; each is retried, done, dead or unknown as documented',
  });
});

/** Whether only a time limit ends the request. Others get a long one, which a busy machine does not reach. */
function isEndless(fault: Row['fault']): boolean {
  return typeof fault !== 'string' && (fault.kind === 'hang' || fault.kind === 'drip');
}

async function isAtRest(id: string): Promise<boolean> {
  const { state, steps, nextAt } = await bench.lead(id);
  if (state !== 'pending') return true;
  return (
    steps.some(({ answer, state: step }) => step === 'pending' && answer !== undefined) && nextAt >= bench.clock.now()
  );
}

async function checkFirst(id: string, kind: StepKind, expected: Expected, delivery: Delivery, retryAfterMs = 0) {
  const lead = await bench.lead(id);
  const step: Step | undefined = lead.steps.find((found) => found.step === kind);
  switch (expected) {
    case 'retry': {
      expect(step).toMatchObject({ state: 'pending', attempts: 1 });
      const shortest = kind === 'call' ? 2_000 : 5_000;
      expect((step?.retryAt ?? 0) - bench.clock.now()).toBe(Math.max(shortest, retryAfterMs));
      return;
    }
    case 'pause':
      expect(step).toMatchObject({ state: 'pending', attempts: 0 });
      expect(delivery.status().breaker).toMatchObject({ state: 'open', reason: 'unauthorized' });
      return;
    case 'gone':
      expect(lead.steps[0]).toMatchObject({ step: 'create', again: true });
      return;
    case 'on-file':
      expect(step).toMatchObject({ state: 'done', answer: '409 lead-exists' });
      return;
    default:
      expect(step?.state).toBe(expected);
  }
}

/** Waits long enough for every retry. Unknown and dead steps must not change. */
async function passTime(id: string, expected: Expected): Promise<void> {
  if (expected === 'unknown' || expected === 'dead') {
    bench.clock.advance(4 * 86_400_000);
    return;
  }
  await until('the lead is settled', async () => {
    if ((await bench.lead(id)).state !== 'pending') return true;
    bench.clock.advance(2_000);
    return false;
  });
}

/** A fetch whose first request to a route goes to an address that accepts no connection. */
function failingOnce(route: FakeRoute, how: 'refuse' | 'dns' | 'tls'): Fetch {
  const paths: Partial<Record<FakeRoute, string>> = {
    create: 'POST /v1/lead/create',
    read: 'GET /v1/lead/get',
    update: 'PATCH /v1/lead/update',
    tag: 'PATCH /v1/lead/tag',
    send: 'POST /v1/lead/sendtoworkflow',
    'update-and-send': 'PATCH /v1/lead/sendtoworkflow',
    call: 'POST /v1/agent',
    session: 'POST /webchat/session',
  };
  let left = 1;
  return (address, init) => {
    const url = new URL(address);
    if (`${init.method} ${url.pathname}` === paths[route] && left-- > 0) {
      if (how === 'refuse') url.port = String(closedPort);
      if (how === 'dns') url.hostname = 'service.invalid';
      if (how === 'tls') url.protocol = 'https:';
    }
    return globalThis.fetch(url.href, init);
  };
}
