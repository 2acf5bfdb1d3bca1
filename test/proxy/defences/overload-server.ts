import { parseConfig } from '../../../src/proxy/config/parse-config.ts';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';

/** A proxy without limits for overload.test.ts. With a delay, the store takes this long for each lead, one after another. */
const [, , file = '', delay = '0'] = process.argv;
const delayMs = Number(delay);
const store = await openThreadedStore(file, { maxWaiting: Number.POSITIVE_INFINITY });
const { accept } = store;
let turn = Promise.resolve();
if (delayMs > 0) {
  store.accept = (lead) => {
    turn = turn.then(() => new Promise((resolve) => setTimeout(resolve, delayMs)));
    return turn.then(() => accept(lead));
  };
}
const limits = ['leadsPerIp', 'leadsPerIpPerDay', 'leadsPerPhone', 'leadsPerSite'].map((name) => [name, false]);
const nowhere = 'http://127.0.0.1:9';
const result = parseConfig({
  service: { baseUrl: `${nowhere}/v1`, hooksUrl: nowhere, wssUrl: 'ws://127.0.0.1:9', apiKey: 'no-key' },
  flowId: 'f1000000-0000-4000-8000-000000000001',
  origins: ['https://www.example.com'],
  limits: Object.fromEntries(limits),
  minFillMs: 0,
  logLevel: 'silent',
  store: `sqlite:${file}`,
});
if (!result.ok) throw new Error(result.issues.join('\n'));
const server = await startProxyServer(result.config, { port: 0, host: '127.0.0.1', deps: { store } });
console.log(JSON.stringify({ port: server.port }));
