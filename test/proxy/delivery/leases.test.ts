import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreError } from '../../../src/proxy/store/store-error.ts';
import { until } from '../../support/until.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';

let bench: DeliveryBench;
/** When each lead was claimed. */
let claims: { lead: string; at: number }[];
beforeEach(async () => {
  bench = await openDeliveryBench();
  claims = [];
});
afterEach(() => bench.close());

const leaseMs = 15_000;

/** A delivery that is kept busy by one lead whose request gets no response. */
async function deliverBesideHangingLead(
  intercept: Partial<{ checkpointed(lead: string): void; claimed(leads: readonly string[]): void }>,
) {
  bench.service.fail('create', { kind: 'hang' });
  bench.deliver({
    leaseMs,
    timeoutMs: 600_000,
    store: {
      ...bench.store,
      checkpoint(point) {
        intercept.checkpointed?.(point.lead);
        return bench.store.checkpoint(point);
      },
      async claim(request) {
        const claimed = await bench.store.claim(request);
        for (const { id } of claimed.leads) claims.push({ lead: id, at: request.now });
        intercept.claimed?.(claimed.leads.map(({ id }) => id));
        return claimed;
      },
    },
  });
  await bench.accept();
  await until('a request hangs', () => bench.service.journal.length === 1);
}

/** Lets up to a minute pass in steps in which the leases in use are renewed, until the lead is claimed once more. */
async function timeUntilClaimedAgain(lead: string): Promise<number> {
  const [first] = claims.filter((claim) => claim.lead === lead);
  await bench.store.check();
  for (let passed = 0; passed < 60_000; passed += leaseMs / 3) {
    bench.clock.advance(leaseMs / 3);
    await bench.store.check(); // after the renewal, in the order of the writes
  }
  const second = claims.filter((claim) => claim.lead === lead)[1];
  return (second?.at ?? Number.POSITIVE_INFINITY) - (first?.at ?? 0);
}

/** Throws once the lead `id` is set, and never again. */
function failOnce() {
  const failure = { id: '', left: 1 };
  return {
    failure,
    check(lead: string) {
      if (lead !== failure.id || failure.left-- <= 0) return;
      throw new StoreError({ code: 'row-refused', message: '[store] refused for this test.' });
    },
  };
}

describe('the lease of a lead', () => {
  // The leases were renewed by their owner, so that of an interrupted lead never ended while the process delivered.
  it('is given back when its delivery is interrupted, whatever else is delivered', async () => {
    const { failure, check } = failOnce();
    await deliverBesideHangingLead({ checkpointed: check });
    failure.id = await bench.accept();
    await until('the delivery is interrupted', () => bench.logged('delivery-interrupted').length === 1);
    expect(await timeUntilClaimedAgain(failure.id)).toBeLessThanOrEqual(2 * leaseMs);
    await bench.reaches(failure.id, 'delivered');
  });

  it('is given back when the claim fails half-way', async () => {
    const { failure, check } = failOnce();
    await deliverBesideHangingLead({ claimed: (leads) => leads.forEach(check) });
    failure.id = await bench.accept();
    await until('the claim fails', () => bench.logged('claim-failed').length === 1);
    expect(await timeUntilClaimedAgain(failure.id)).toBeLessThan(leaseMs);
    await bench.reaches(failure.id, 'delivered');
  });
});
