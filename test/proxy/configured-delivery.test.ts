import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { noMetrics } from '../../src/proxy/metrics.ts';
import { createConfiguredDelivery } from '../../src/proxy/server/node-deps.ts';
import { createPromMetrics } from '../../src/proxy/server/prom-metrics.ts';
import { ServiceError } from '../../src/service-client/index.ts';
import { configOf, leadHeaders, startHarness } from './support/harness.ts';

const funnel = { countLead() {} };
const clock = systemClock;

it('counts failed steps by their code, and measures the time until a lead is settled', async () => {
  const { post, store, service, log } = await startHarness();
  service.client.createLead = () =>
    Promise.reject(new ServiceError({ code: 'bad-request', message: 'made for the test', sent: 'yes', status: 400 }));
  const metrics = createPromMetrics({ store, checkStore: store.check, delivery: () => undefined, now: Date.now });
  const delivery = createConfiguredDelivery(configOf(), { store, client: service.client, log, metrics, funnel, clock });
  delivery.start();
  onTestFinished(() => delivery.stop());
  const lead = { form: 'default', fields: { phone: '+14155552671' } };
  await post('/leads', lead, leadHeaders());
  const exposed = async () => (await metrics.expose()).text;
  await expect.poll(exposed).toContain('leadchat_step_failures_total{step="create",code="bad-request"} 1');
  await expect.poll(exposed).toContain('leadchat_delivery_seconds_count{state="dead"} 1');
});

it('delivers as many leads at the same time as the configuration says', async () => {
  const { post, store, service, log } = await startHarness();
  const { promise: response, reject } = Promise.withResolvers<never>();
  let requestCount = 0;
  service.client.createLead = () => {
    requestCount++;
    return response;
  };
  const config = configOf({ delivery: { concurrency: 2 } });
  const delivery = createConfiguredDelivery(config, {
    store,
    client: service.client,
    log,
    metrics: noMetrics,
    funnel,
    clock,
  });
  for (let index = 0; index < 5; index++) {
    await post('/leads', { form: 'default', fields: { phone: `+1415555267${index}` } }, leadHeaders());
  }
  delivery.start();
  onTestFinished(async () => {
    reject(new ServiceError({ code: 'not-sent', message: 'made for the test', sent: 'no' }));
    await delivery.stop();
  });
  await expect.poll(() => requestCount).toBe(2);
  expect(delivery.status().running).toBe(2);
});
