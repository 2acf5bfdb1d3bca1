import { flushCompileCache } from 'node:module';
import { parseConfig } from '../../../src/proxy/config/parse-config.ts';
import { createDelivery } from '../../../src/proxy/delivery/create-delivery.ts';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';
import { createServiceClient } from '../../../src/service-client/index.ts';
import { agent, journey } from './ids.ts';

/**
 * The real proxy in a process that kills itself. `LEADCHAT_KILL_AT` names a point, such as `sending:journey`, and
 * `LEADCHAT_KILL_NTH` which visit of that point ends it.
 */
const { KILL_STORE = '', KILL_SERVICE = '', LEADCHAT_KILL_AT = '', LEADCHAT_KILL_NTH = '1' } = process.env;
let left = Number(LEADCHAT_KILL_NTH);

function reached(point: string): void {
  if (point === LEADCHAT_KILL_AT && --left === 0) process.kill(process.pid, 'SIGKILL');
}

async function open(address: string): Promise<LeadStore> {
  if (address.startsWith('postgres:')) return openPostgresStore(address);
  return openThreadedStore(address.slice('sqlite:'.length), { minFreeBytes: 0 });
}

const opened = await open(KILL_STORE);
const store: LeadStore = {
  ...opened,
  async accept(lead) {
    reached('accepting');
    const acceptance = opened.accept(lead);
    reached('queued'); // waits for the shared commit
    await acceptance;
    reached('accepted'); // committed, without a response yet
    return acceptance;
  },
  async startCall(call, decision) {
    reached('starting');
    const decided = await opened.startCall(call, decision);
    reached('started'); // committed, and delivery does not know yet
    return decided;
  },
};
const noLimits = Object.fromEntries(
  [
    ...['leadsPerIp', 'leadsPerIpPerDay', 'leadsPerPhone', 'leadsPerSite', 'callsPerPhone', 'callsPerPhonePerDay'],
    ...['callsPerIp', 'callsPerSitePerHour', 'callsPerSitePerDay'],
  ].map((name) => [name, false]),
);
const service = { baseUrl: `${KILL_SERVICE}/v1`, hooksUrl: KILL_SERVICE, apiKey: 'fake-key' };
const reading = parseConfig(
  {
    service: { ...service, wssUrl: 'ws://127.0.0.1:9' },
    flowId: 'f1000000-0000-4000-8000-000000000001',
    forms: { default: { tags: ['web_lead'], journey: { id: journey }, callback: { agent } } },
    limits: noLimits,
    minFillMs: 0,
    store: KILL_STORE,
    logLevel: 'silent',
  },
  { dev: true },
);
if (!reading.ok) throw new Error(reading.issues.join('\n'));
const client = createServiceClient(service);
const delivery = createDelivery({
  store,
  client,
  leaseMs: 1_000,
  pollMs: 200,
  trace: ({ at, step }) => reached(step === undefined ? at : `${at}:${step}`),
});
const server = await startProxyServer(reading.config, {
  port: 0,
  host: '127.0.0.1',
  deps: { store, delivery, client },
});
// A process that is killed leaves no compiled code for the next one, which then compiles all of it again.
flushCompileCache();
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
console.log(JSON.stringify({ url: server.url }));
