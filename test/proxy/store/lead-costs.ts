import { createDelivery } from '../../../src/proxy/delivery/create-delivery.ts';
import type { LeadStore } from '../../../src/proxy/store/lead-store.ts';
import { createServiceClient } from '../../../src/service-client/index.ts';
import { startFakeService } from '../../support/fake-service.ts';
import { until } from '../../support/until.ts';
import { stored } from './contract.ts';

const leadCount = 20;

/**
 * The average number of statements to accept a lead, and to deliver it in three steps. `count` returns the number of
 * statements so far.
 */
export async function measureLeadCosts(
  store: LeadStore,
  count: () => number,
): Promise<{ accept: number; deliver: number }> {
  const service = await startFakeService();
  const client = createServiceClient({ baseUrl: `${service.url}/v1`, hooksUrl: service.url, apiKey: 'fake-key' });
  let settledCount = 0;
  const delivery = createDelivery({
    store,
    client,
    onSettled: () => {
      settledCount++;
    },
    // Polling for leads of other proxies does not count as a cost of a lead.
    pollMs: 3_600_000,
  });
  const before = count();
  const plan = { tags: ['web_lead'], journey: { id: 'journey', onExisting: 'update' as const } };
  for (let lead = 0; lead < leadCount; lead++) await stored(store, { plan, acceptedAt: Date.now() });
  const accepted = count();
  delivery.start();
  await until('all leads are delivered', () => settledCount === leadCount);
  const delivered = count();
  await delivery.stop();
  await service.stop();
  return { accept: (accepted - before) / leadCount, deliver: (delivered - accepted) / leadCount };
}
