import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';

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
});
