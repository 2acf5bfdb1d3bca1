import { once } from 'node:events';
import { createServer } from 'node:http';
import { parseConfig } from '../../../src/proxy/config/parse-config.ts';
import { createDelivery } from '../../../src/proxy/delivery/create-delivery.ts';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';
import { createServiceClient } from '../../../src/service-client/index.ts';
import { createGarbageCollector } from './garbage-collector.ts';

/**
 * A proxy without limits, in a separate process. With a delay, the store takes this long for each lead, one after
 * another. With `HOLD_STORE=1`, the first waits for SIGUSR2. With `LIMIT_ADDRESSES=1`, it has the default limits. Delivers to the service, if there is one. The second port reports
 * the memory of the process.
 */
const nowhere = 'http://127.0.0.1:9';
const [, , file = '', delay = '0', service = nowhere, deliveriesAtOnce = '4'] = process.argv;
const { HOLD_STORE, LIMIT_ADDRESSES } = process.env;
const delayMs = Number(delay);
const store = await openThreadedStore(file, { maxWaiting: Number.POSITIVE_INFINITY });
const { accept } = store;
const { promise: released, resolve: release } = Promise.withResolvers<void>();
process.once('SIGUSR2', release);
let turn = HOLD_STORE === '1' ? released : Promise.resolve();
if (delayMs > 0) {
  store.accept = (lead) => {
    turn = turn.then(() => new Promise((resolve) => setTimeout(resolve, delayMs)));
    return turn.then(() => accept(lead));
  };
}
const limits = ['leadsPerIp', 'leadsPerIpPerDay', 'leadsPerPhone', 'leadsPerSite'].map((name) => [name, false]);
const api = { baseUrl: `${service}/v1`, hooksUrl: service, apiKey: 'fake-key' };
const result = parseConfig({
  service: { ...api, wssUrl: 'ws://127.0.0.1:9' },
  flowId: 'f1000000-0000-4000-8000-000000000001',
  origins: ['https://www.example.com'],
  forms: { default: { tags: ['web_lead'] } },
  ...(LIMIT_ADDRESSES !== '1' && { limits: Object.fromEntries(limits) }),
  minFillMs: 0,
  // The visitors of other tests share one address, as behind a load balancer.
  trustedProxies: ['127.0.0.1'],
  logLevel: 'silent',
  store: `sqlite:${file}`,
});
if (!result.ok) throw new Error(result.issues.join('\n'));
const client = createServiceClient(api);
const delivery = createDelivery({ store, client, concurrency: Number(deliveriesAtOnce) });
const deps = { store, client, delivery };
const server = await startProxyServer(result.config, { port: 0, host: '127.0.0.1', deps });
const garbage = await createGarbageCollector();
const usage = createServer(async (_request, response) => {
  await garbage.collect();
  const timers = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  response.end(JSON.stringify({ heap: process.memoryUsage().heapUsed, resident: process.memoryUsage.rss(), timers }));
});
await once(usage.listen(0, '127.0.0.1'), 'listening');
const address = usage.address();
const usagePort = typeof address === 'object' && address !== null ? address.port : 0;
console.log(JSON.stringify({ port: server.port, usagePort, pid: process.pid }));
