import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { costLimits } from '../../../build/cost-limits.ts';
import { defaultGatherMs } from '../../../src/proxy/delivery/create-delivery.ts';
import {
  type Capacity,
  type ClaimedJobs,
  createRunner,
  type JobHandler,
  type Lease,
  type Runner,
} from '../../../src/proxy/jobs/runner.ts';
import type { ClaimRequest } from '../../../src/proxy/store/queries/leases.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';

type Job = { id: string };
type Running = Job & { lease: Lease; end(): void; fail(error: Error): void };

const [leaseMs, pollMs, stopGraceMs] = [15_000, 2_000, 5_000];

let clock: ManualClock;
/** Jobs that the queue gives to the next claims. */
let due: string[];
/** What the next claim returns besides. */
let claimed: Partial<ClaimedJobs<Job>>;
let claims: ClaimRequest[];
let isAway: boolean;
/** Whether jobs go on when they are aborted. */
let isDeaf: boolean;
let capacity: Capacity;
/** The jobs that run now, in the order of their start. */
let running: Running[];
let extended: { jobs: readonly string[]; until: number }[];
let returned: ({ nextAt: number } & Record<string, unknown>)[];
let reported: string[];
let notify: () => void;
let subscribe: (listener: () => void) => () => void;
let handler: JobHandler<Job>;
let runner: Runner;

const ids = () => running.map(({ id }) => id);
const turn = () => clock.advance(0);

/** Starts the runner, and lets it see how long a job takes. */
async function startBriefly(wanted: Capacity, tookMs = 0): Promise<void> {
  capacity = { max: 1 };
  due = ['first'];
  runner.start();
  await turn();
  await clock.advance(tookMs);
  capacity = wanted;
  (await job('first')).end();
  await turn();
}

async function job(id: string): Promise<Running> {
  const found = running.find((job) => job.id === id);
  if (found === undefined) throw new Error(`${id} does not run`);
  return found;
}

beforeEach(() => {
  clock = manualClock(0);
  [due, claims, running, extended, returned, reported] = [[], [], [], [], [], []];
  claimed = {};
  capacity = { max: 2 };
  isAway = false;
  isDeaf = false;
  handler = {
    async claim(request) {
      claims.push(request);
      if (isAway) throw new Error('away');
      const jobs = due.splice(0, request.limit).map((id) => ({ id }));
      const result = { jobs, unreadable: [], ...claimed };
      claimed = {};
      return result;
    },
    leases: {
      extend: async ({ jobs, until }) => void extended.push({ jobs, until }),
      release: async ({ owner, ...leases }) => void returned.push(leases),
    },
    capacity: () => capacity,
    run: ({ id }, lease) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          running = running.filter((job) => job.id !== id);
        };
        const end = () => [leave(), resolve()];
        const fail = (error: Error) => [leave(), reject(error)];
        running.push({ id, lease, end, fail });
        lease.signal.addEventListener('abort', () => isDeaf || end());
      }),
    onUnreadable: (id) => reported.push(`unreadable ${id}`),
    onInterrupted: ({ id }, error) => reported.push(`interrupted ${id}: ${error}`),
    onClaimFailed: (error) => reported.push(`claim failed: ${error}`),
  };
  subscribe = (listener: () => void) => {
    notify = listener;
    return () => {
      notify = () => {};
    };
  };
  runner = createRunner(handler, { leaseMs, pollMs, stopGraceMs }, { clock, subscribe });
  onTestFinished(async () => {
    for (const { end } of running) end();
    await Promise.all([runner.stop(), clock.advance(stopGraceMs)]);
    expect(clock.pending).toBe(0);
  });
});

describe('the runner of jobs', () => {
  it('runs due jobs, as many at the same time as the handler allows', async () => {
    due = ['a', 'b', 'c'];
    runner.start();
    await turn();
    expect(ids()).toEqual(['a', 'b']);
    (await job('a')).end();
    await turn();
    expect(ids()).toEqual(['b', 'c']);
    expect(claims.map(({ limit }) => limit)).toEqual([2, 1]);
  });

  it('looks for due jobs when it is notified, when the next one is due, and from time to time', async () => {
    runner.start();
    await turn();
    notify();
    await turn();
    expect(claims).toHaveLength(2);
    claimed = { nextAt: clock.now() + 500 };
    notify();
    await turn();
    await clock.advance(500);
    expect(claims).toHaveLength(4);
    await clock.advance(pollMs);
    expect(claims).toHaveLength(5);
  });

  it('lets jobs that come soon after others wait for one claim, and claims the first after a pause at once', async () => {
    runner = createRunner(handler, { leaseMs, pollMs, gatherMs: 50, stopGraceMs }, { clock, subscribe });
    capacity = { max: 2, ahead: 2 };
    due = ['a'];
    runner.start();
    await turn();
    expect(ids()).toEqual(['a']);
    due = ['b', 'c'];
    notify();
    (await job('a')).end();
    await clock.advance(49);
    expect(claims).toHaveLength(1);
    await clock.advance(1);
    expect(ids()).toEqual(['b', 'c']);
    await clock.advance(100);
    due = ['d'];
    notify();
    await turn();
    (await job('b')).end();
    await turn();
    expect([ids(), claims.length]).toEqual([['c', 'd'], 3]);
  });

  it('claims no more often than build/cost-limits.ts allows, however many jobs come one after another', async () => {
    runner = createRunner(handler, { leaseMs, pollMs, gatherMs: defaultGatherMs, stopGraceMs }, { clock, subscribe });
    capacity = { max: 4, ahead: 12 };
    runner.start();
    for (let count = 0; count < 200; count++) {
      due.push(String(count));
      notify();
      await clock.advance(5);
      for (const { end } of running) end();
    }
    await clock.advance(pollMs);
    expect(due).toEqual([]);
    expect(claims.length).toBeLessThanOrEqual(costLimits.proxy.claimsPerSecond + pollMs / 1000);
  });

  it('leases jobs ahead, so that one claim serves several', async () => {
    await startBriefly({ max: 1, ahead: 2 });
    due = ['a', 'b', 'c', 'd'];
    notify();
    await turn();
    const before = claims.length;
    expect(ids()).toEqual(['a']);
    for (const id of ['a', 'b']) {
      (await job(id)).end();
      await turn();
    }
    expect([ids(), claims.length - before]).toEqual([['c'], 1]);
  });

  it('leases only ahead what begins soon, because another process could run it meanwhile', async () => {
    await startBriefly({ max: 2, ahead: 10 }, 400);
    due = ['a', 'b'];
    notify();
    await turn();
    expect(claims.at(-1)?.limit).toBe(2 + Math.floor((2 * 500) / 400));
  });

  it('renews the leases of what is running and of what is leased ahead, by id, and no others', async () => {
    await startBriefly({ max: 1, ahead: 1 });
    due = ['a', 'b'];
    notify();
    await turn();
    await clock.advance(leaseMs / 3);
    expect(extended).toEqual([{ jobs: ['a', 'b'], until: leaseMs / 3 + leaseMs }]);
    (await job('a')).end();
    await turn();
    (await job('b')).end();
    await clock.advance(leaseMs);
    expect(extended).toHaveLength(1);
  });

  it('gives a rejected job back after a pause, and continues with the others', async () => {
    await startBriefly({ max: 1, ahead: 1 });
    due = ['a', 'b'];
    notify();
    await turn();
    (await job('a')).fail(new Error('broken'));
    await turn();
    expect(reported).toEqual(['interrupted a: Error: broken']);
    expect(returned).toEqual([{ jobs: ['a'], nextAt: leaseMs }]);
    expect(ids()).toEqual(['b']);
  });

  it('does not claim in a loop while the only job rejects', async () => {
    due = ['a'];
    runner.start();
    await turn();
    due = ['a'];
    (await job('a')).fail(new Error('broken'));
    await clock.advance(pollMs - 1);
    expect(claims).toHaveLength(1);
    await clock.advance(1);
    expect(ids()).toEqual(['a']);
  });

  it('logs what cannot be read, and claims again, because it took the place of others', async () => {
    claimed = { unreadable: ['x', 'y'] };
    runner.start();
    due = ['a'];
    await turn();
    expect(reported).toEqual(['unreadable x', 'unreadable y']);
    expect(ids()).toEqual(['a']);
  });

  it('gives back what it has leased but does not run when a claim fails, because the claim may be committed', async () => {
    due = ['a'];
    runner.start();
    await turn();
    isAway = true;
    notify();
    await turn();
    expect(reported).toEqual(['claim failed: Error: away']);
    expect(returned).toEqual([{ except: ['a'], nextAt: clock.now() }]);
    isAway = false;
    due = ['b'];
    await clock.advance(pollMs);
    expect(ids()).toEqual(['a', 'b']);
  });

  it('claims nothing without capacity, gives back what it has leased ahead, and looks again at its time', async () => {
    await startBriefly({ max: 1, ahead: 1 });
    due = ['a', 'b'];
    notify();
    await turn();
    capacity = { max: 0, until: 30_000 };
    (await job('a')).end();
    await turn();
    expect(returned).toEqual([{ jobs: ['b'], nextAt: 0 }]);
    capacity = { max: 1 };
    due = ['b'];
    await clock.advance(29_999);
    expect(ids()).toEqual([]);
    await clock.advance(1);
    expect(ids()).toEqual(['b']);
  });

  it('claims no job that it still runs, which may have lost its lease', async () => {
    due = ['a'];
    runner.start();
    await turn();
    notify();
    await turn();
    (await job('a')).end();
    await turn();
    expect(claims.map(({ except }) => except)).toEqual([[], ['a'], []]);
  });

  it('stops: claims no more, gives back what has not begun, and waits for what runs', async () => {
    await startBriefly({ max: 1, ahead: 1 });
    due = ['a', 'b', 'c'];
    notify();
    await turn();
    let isStopped = false;
    const stopped = runner.stop().then(() => {
      isStopped = true;
    });
    const { lease, end } = await job('a');
    expect(lease.isStopping()).toBe(true);
    await clock.advance(stopGraceMs - 1);
    expect([isStopped, lease.signal.aborted]).toEqual([false, false]);
    end();
    await stopped;
    expect(returned).toEqual([{ jobs: ['b'], nextAt: 0 }]);
    expect([due, clock.pending]).toEqual([['c'], 0]);
  });

  it('aborts what takes too long after its stop', async () => {
    due = ['a'];
    runner.start();
    await turn();
    const { lease } = await job('a');
    const stopped = runner.stop();
    await clock.advance(stopGraceMs);
    await stopped;
    expect(lease.signal.aborted).toBe(true);
  });

  it('leaves what goes on although it was aborted to the end of its lease', async () => {
    isDeaf = true;
    due = ['a'];
    runner.start();
    await turn();
    const stopped = runner.stop();
    await clock.advance(stopGraceMs + 5_000);
    await stopped;
    expect(ids()).toEqual(['a']);
    expect(clock.pending).toBe(0);
  });
});
