import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { callPlan } from '../store/contract.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { agent } from './ids.ts';

let bench: DeliveryBench;
beforeEach(async () => {
  bench = await openDeliveryBench();
});
afterEach(() => bench.close());

const hour = 3_600_000;

/** Lets at most so much time pass, until the lead is delivered. */
async function passTime(id: string, maxMs: number): Promise<void> {
  for (let passed = 0; passed < maxMs && (await bench.lead(id)).state !== 'delivered'; passed += 5_000) {
    bench.clock.advance(5_000);
    await bench.store.check();
  }
  await bench.reaches(id, 'delivered');
}

// Times were compared with the wall clock, so that delivery waited until the clock was where it had been.
describe('a clock that is set back by an hour', () => {
  it('does not pause delivery after the service is back', async () => {
    const delivery = bench.deliver();
    bench.service.fail('any', { kind: 'status', status: 500 }, Number.POSITIVE_INFINITY);
    const ids = await Promise.all(Array.from({ length: 8 }, () => bench.accept()));
    await until('the breaker opens', () => delivery.status().breaker.state === 'open');
    await until('nothing is in flight', () => delivery.status().running === 0);
    bench.clock.set(-hour);
    const { breaker } = delivery.status();
    expect(breaker.state === 'open' && breaker.probeAt - bench.clock.now()).toBeLessThanOrEqual(30_000);
    bench.service.heal();
    for (const id of ids) await passTime(id, 10 * 60_000);
  });

  it('does not let a lead that is retried wait for the old time, and is in the log', async () => {
    bench.service.fail('create', { kind: 'status', status: 503 });
    bench.deliver();
    const id = await bench.accept();
    await bench.attempted(id, 'create');
    bench.clock.set(-hour);
    await passTime(id, 60_000);
    expect(bench.logged('clock-jumped')).toMatchObject([{ level: 'warn', byMs: -hour }]);
  });

  it('while the proxy is stopped does not let the waiting leads wait', async () => {
    const id = await bench.accept();
    bench.clock.set(-hour);
    bench.deliver();
    await passTime(id, 30_000);
    expect(bench.logged('clock-jumped')).toMatchObject([{ byMs: -hour }]);
  });

  it.each(['claimed', 'read', 'sending', 'call', 'responded'])(
    'while a lead is called (%s), calls it once, within a minute',
    async (moment) => {
      let isSet = false;
      const setAt = (reached: string | undefined) => {
        if (isSet || reached !== moment) return;
        isSet = true;
        bench.clock.set(-hour);
      };
      bench.service.fail('call', { kind: 'status', status: 503 });
      bench.deliver({
        doNotCallTag: () => 'do_not_call',
        trace: ({ at, step }) => setAt(at === 'claimed' || step === 'call' ? at : undefined),
        // While the service answers.
        async fetch(url, init) {
          const response = await fetch(url, init);
          setAt(bench.service.journal.at(-1));
          return response;
        },
      });
      const requestedAt = bench.clock.now();
      const callback = callPlan({ agent, requestedAt, expiresAt: requestedAt + 90_000 });
      const id = await bench.accept({ callback });
      await bench.attempted(id, 'call');
      expect(isSet).toBe(true);
      const from = bench.clock.elapsed();
      await until('the call is over', async () => {
        bench.clock.advance(500);
        return (await bench.lead(id)).state === 'delivered';
      });
      expect(bench.clock.elapsed() - from).toBeLessThan(60_000);
      expect((await bench.lead(id)).steps.at(-1)).toMatchObject({ step: 'call', state: 'done' });
      expect(bench.service.ledger().calls).toHaveLength(1);
    },
  );
});
