import { expect, it, onTestFinished } from 'vitest';
import { createConfiguredDelivery } from '../../src/proxy/configured-delivery.ts';
import { createPromMetrics } from '../../src/proxy/server/prom-metrics.ts';
import { ServiceError } from '../../src/service-client/index.ts';
import { configOf, leadHeaders, startHarness } from './support/harness.ts';

it('counts failed steps by their code, and measures the time until a lead is settled', async () => {
  const { post, store, service, log } = await startHarness();
  service.client.createLead = () =>
    Promise.reject(new ServiceError({ code: 'bad-request', message: 'made for the test', sent: 'yes', status: 400 }));
  const metrics = createPromMetrics({ store, delivery: () => undefined, now: Date.now });
  const delivery = createConfiguredDelivery(configOf(), { store, client: service.client, log, metrics });
  delivery.start();
  onTestFinished(() => delivery.stop());
  const lead = { form: 'default', fields: { phone: '+14155552671' } };
  await post('/leads', lead, leadHeaders());
  const exposed = async () => (await metrics.expose()).text;
  await expect.poll(exposed).toContain('leadchat_step_failures_total{step="create",code="400 bad-request"} 1');
  await expect.poll(exposed).toContain('leadchat_delivery_seconds_count{state="dead"} 1');
});
