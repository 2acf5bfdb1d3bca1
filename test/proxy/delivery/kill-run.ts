import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { type Child, runChild } from '../../support/child-process.ts';
import type { FakeLedger } from '../../support/fake-service-ledger.ts';
import { until } from '../../support/until.ts';

const child = 'test/proxy/delivery/kill-child.ts';
/** Between two tries of a visitor: while no proxy accepts anything, tries without a pause would take the processor from its start. */
const retryMs = 20;
/** How far ahead a visitor plans a call: usually beyond the next kill. */
const planAheadMs = 1_000;

export type KillPlan = {
  /** `sqlite:PATH` or `postgres://…`. */
  storeAddress: string;
  /** Opens the same store for the audit. */
  open(): Promise<LeadStore>;
  /** How each process ends, in this order. */
  kills: readonly Kill[];
  /** What happens to the database while the proxies run, in this order. */
  disruptions?: readonly (() => Promise<void>)[];
  /** Proxies that run at the same time; the others continue while one is killed. */
  proxies?: number;
  /** Receives progress lines. */
  onProgress?: (message: string) => Promise<unknown>;
};

/** At a point of the delivery, or some milliseconds after the process is ready. */
export type Kill = { at: string; nth: number } | { afterMs: number };

export type KillReport = {
  accepted: number;
  lost: string[];
  duplicateEnrolments: number;
  duplicateCalls: number;
  /** Delivered leads without exactly one enrolment and one call in the ledger, and responses other than 202 and 503. */
  wrong: string[];
  unknown: number;
  restartMs: number[];
};

type Submission = {
  key: string;
  phone: string;
  callback: boolean;
  /** Requests a call at a later time, once the lead is accepted. */
  isPlanning: boolean;
  lead?: Accepted;
  /** Whether the plan got a 202. It may be stored even without one. */
  isPlanned?: boolean;
};

type Accepted = { id: string; token: string };

/** Puts load on proxies that are killed one after the other, and audits store and ledger at the end. */
export async function killRun(plan: KillPlan): Promise<KillReport> {
  const service = runChild('test/support/fake-service-process.ts', ['2']);
  onTestFinished(() => service.kill('SIGKILL'));
  const serviceUrl = urlOf(await service.ready);
  const submissions: Submission[] = [];
  const restartMs: number[] = [];
  /** Responses other than 202 and 503. */
  const unexpected: string[] = [];
  const live: { url: string; process: Child }[] = [];
  const env = { KILL_STORE: plan.storeAddress, KILL_SERVICE: serviceUrl };
  let loading = true;
  let phones = 14152000000;

  const start = async (kill: Kill | undefined) => {
    const point =
      kill !== undefined && 'at' in kill ? { LEADCHAT_KILL_AT: kill.at, LEADCHAT_KILL_NTH: String(kill.nth) } : {};
    const started = performance.now();
    const process = runChild(child, [], { ...env, ...point });
    onTestFinished(() => process.kill('SIGKILL'));
    const running = { url: urlOf(await process.ready), process };
    restartMs.push(performance.now() - started);
    live.push(running);
    void process.ended.then(() => live.splice(live.indexOf(running), 1));
    return process;
  };

  /** Sends one lead after the other, each with the same key until it is accepted, as a browser does. */
  const visitor = async () => {
    while (loading) {
      phones++;
      const kind = phones % 3;
      const submission: Submission = {
        key: randomUUID(),
        phone: `+${phones}`,
        callback: kind === 0,
        isPlanning: kind === 1,
      };
      submissions.push(submission);
      for (let tries = 0; submission.lead === undefined; tries++) {
        // Another proxy gets the next try.
        const proxy = live[(phones + tries) % Math.max(1, live.length)];
        const lead =
          proxy === undefined ? undefined : await submit(proxy.url, submission, unexpected).catch(() => undefined);
        if (lead !== undefined) submission.lead = lead;
        else await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
      if (submission.isPlanning) submission.isPlanned = await planCall(submission.lead);
      // About as fast as one process delivers, so there is no backlog to wait for at the end.
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  };

  /** Requests a call shortly from now, and repeats the request until that time has passed. */
  const planCall = async ({ id, token }: Accepted): Promise<boolean> => {
    const time = Date.now() + planAheadMs;
    const body = JSON.stringify({ lead: id, token, at: new Date(time).toISOString() });
    for (let tries = 0; Date.now() < time; tries++) {
      const proxy = live[tries % Math.max(1, live.length)];
      const status = proxy === undefined ? undefined : await postCall(proxy.url, body).catch(() => undefined);
      if (status === 202) return true;
      if (status !== undefined && status !== 503 && status !== 400) unexpected.push(`${status} for a planned call`);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
    return false;
  };

  for (let count = 1; count < (plan.proxies ?? 1); count++) await start(undefined);
  const visitors = Array.from({ length: 4 }, visitor);
  for (const [index, kill] of plan.kills.entries()) {
    if (index > 0 && index % 50 === 0) {
      await plan.onProgress?.(`${index} of ${plan.kills.length} kills, ${submissions.length} leads`);
    }
    const process = await start(kill);
    if ('afterMs' in kill) {
      await new Promise((resolve) => setTimeout(resolve, kill.afterMs));
      process.kill('SIGKILL');
    }
    await process.ended;
  }
  const last = await start(undefined);
  const survivors = live.length;
  for (const disrupt of plan.disruptions ?? []) {
    const before = submissions.length;
    await disrupt();
    await until('leads are accepted again', () => submissions.length > before + 8, 60_000);
  }
  if (live.length < survivors) throw new Error(`a proxy ended: ${last.errors()}`);
  loading = false;
  await Promise.all(visitors);
  const store = await plan.open();
  await drained(store);
  const ledger = await readLedger(serviceUrl);
  const report = await audit(store, submissions, ledger);
  await store.close();
  for (const { process } of [...live]) process.kill('SIGTERM');
  await last.ended;
  return { ...report, wrong: [...report.wrong, ...unexpected], restartMs };
}

async function postCall(url: string, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json', origin: 'http://page.test' };
  const signal = AbortSignal.timeout(10_000);
  return (await fetch(`${url}/calls`, { method: 'POST', headers, body, signal })).status;
}

/** Waits until nothing is pending or planned; fails with the steps of a lead that is stuck. */
async function drained(store: LeadStore): Promise<void> {
  await until('no call is planned any more', async () => (await store.callCounts()).planned === 0, 60_000);
  let before = Number.POSITIVE_INFINITY;
  while (before > 0) {
    let pending = before;
    const fewer = async () => {
      pending = (await store.counts()).pending;
      return pending < before || pending === 0;
    };
    await until('another lead is delivered', fewer, 60_000).catch(async (error: unknown) => {
      throw new Error(JSON.stringify(await store.list({ state: 'pending', limit: 3 })), { cause: error });
    });
    before = pending;
  }
}

async function submit(url: string, { key, phone, callback }: Submission, unexpected: string[]): Promise<Accepted> {
  const response = await fetch(`${url}/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, origin: 'http://page.test' },
    body: JSON.stringify({ form: 'default', fields: { phone, first_name: 'Ada' }, callback }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (response.status !== 202 && response.status !== 503) unexpected.push(`${response.status} ${text}`);
  if (response.status !== 202) throw new Error(text);
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null || !('lead' in body && 'token' in body)) throw new Error(text);
  return { id: String(body.lead), token: String(body.token) };
}

async function readLedger(url: string): Promise<FakeLedger> {
  const response = await fetch(`${url}/ledger`);
  return response.json();
}

async function audit(
  store: LeadStore,
  submissions: readonly Submission[],
  ledger: FakeLedger,
): Promise<Omit<KillReport, 'restartMs'>> {
  const enrolled = countBy(ledger.enrolments.map(({ phone, workflow }) => `${phone} ${workflow}`));
  const enrolledPhones = countBy(ledger.enrolments.map(({ phone }) => phone));
  const called = countBy(ledger.calls.map(({ phone }) => phone));
  const lost: string[] = [];
  const wrong: string[] = [];
  let unknown = 0;
  for (const { lead, phone, callback, isPlanning, isPlanned } of submissions) {
    const stored = await store.find(lead?.id ?? '');
    const digits = phone.slice(1);
    if (stored === undefined || !ledger.leads.some((lead) => lead.phone === digits)) lost.push(phone);
    if (stored?.state === 'unknown') unknown++;
    // After a restart it may be too late for a call. Then it is expired, and the ledger has no call.
    const call = stored?.steps.find(({ step }) => step === 'call');
    const calls = call?.state === 'done' ? 1 : 0;
    const hasRightCall = (isPlanning && isPlanned !== true) || (callback || isPlanning) === (call !== undefined);
    const asItShould = enrolledPhones.get(digits) === 1 && (called.get(digits) ?? 0) === calls && hasRightCall;
    if (stored?.state === 'delivered' && !asItShould) {
      const did = [...ledger.enrolments, ...ledger.calls].filter((entry) => entry.phone === digits);
      wrong.push(`${phone} ${JSON.stringify(stored.steps)}, and the service did ${JSON.stringify(did)}`);
    }
  }
  const more = (counts: Map<string, number>) => [...counts.values()].filter((count) => count > 1).length;
  return {
    accepted: submissions.length,
    lost,
    duplicateEnrolments: more(enrolled),
    duplicateCalls: more(called),
    wrong,
    unknown,
  };
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function urlOf(ready: unknown): string {
  if (typeof ready !== 'object' || ready === null || !('url' in ready))
    throw new Error('the process printed no address');
  return String(ready.url);
}
