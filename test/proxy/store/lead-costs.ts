import { createDelivery } from '../../../src/proxy/delivery/create-delivery.ts';
import type { DeliveryPlan } from '../../../src/proxy/domain/lead.ts';
import { noMetrics } from '../../../src/proxy/metrics.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import type { NewLead } from '../../../src/proxy/store/lead-row.ts';
import { createServiceClient } from '../../../src/service-client/index.ts';
import { startFakeService } from '../../support/fake-service.ts';
import { until } from '../../support/until.ts';
import { stored } from './contract.ts';

const leadCount = 20;

type LeadCosts = { accept: number; deliver: number };
type AllCosts = LeadCosts & { deliverTag: number };

/**
 * The average number of statements to accept a lead, and to deliver it: in three steps, and with one tag only. `count`
 * returns the number of statements so far.
 */
async function measureLeadCosts(store: LeadStore, count: () => number): Promise<AllCosts> {
  const journey = { id: 'journey', onExisting: 'update' } as const;
  const costs = await measurePlan(store, count, { tags: ['web_lead'], journey });
  const { deliver: deliverTag } = await measurePlan(store, count, { tags: ['web_lead'] });
  return { ...costs, deliverTag };
}

/**
 * The smallest costs of up to eight rounds, of which the first within the limits is enough: on a busy machine fewer deliveries
 * coincide, so fewer share a statement.
 */
export async function leastLeadCosts(store: LeadStore, count: () => number, limits: AllCosts): Promise<AllCosts> {
  const least: AllCosts = { accept: Infinity, deliver: Infinity, deliverTag: Infinity };
  const names = ['accept', 'deliver', 'deliverTag'] as const;
  for (let round = 0; round < 8 && names.some((name) => least[name] > limits[name]); round++) {
    const costs = await measureLeadCosts(store, count);
    for (const name of names) least[name] = Math.min(least[name], costs[name]);
  }
  return least;
}

async function measurePlan(store: LeadStore, count: () => number, plan: DeliveryPlan): Promise<LeadCosts> {
  const before = count();
  let accepted = before;
  await deliverAll(store, { leadCount, plan, onAccepted: () => (accepted = count()) });
  return { accept: (accepted - before) / leadCount, deliver: (count() - accepted) / leadCount };
}

/** Accepts leads, then delivers all of them to a service that answers at once. */
export async function deliverAll(
  store: LeadStore,
  {
    leadCount,
    onAccepted,
    ...lead
  }: { leadCount: number; onAccepted?(): void } & Pick<NewLead, 'plan'> & Partial<Pick<NewLead, 'record'>>,
): Promise<void> {
  const service = await startFakeService();
  const client = createServiceClient({ baseUrl: `${service.url}/v1`, hooksUrl: service.url, apiKey: 'fake-key' });
  let settledCount = 0;
  const delivery = createDelivery({
    store,
    client,
    metrics: {
      ...noMetrics,
      leadSettled() {
        settledCount++;
      },
    },
    // Polling for leads of other proxies does not count as a cost of a lead.
    pollMs: 3_600_000,
  });
  for (let accepted = 0; accepted < leadCount; accepted++) await stored(store, { ...lead, acceptedAt: Date.now() });
  onAccepted?.();
  delivery.start();
  await until('all leads are delivered', () => settledCount === leadCount, 240_000);
  await delivery.stop();
  await service.stop();
}
