import { type Clock, systemClock } from '../clock.ts';
import { adminLeads } from '../protocol/admin/leads.ts';
import { type ProxyConfig, startProxyServer } from '../proxy/index.ts';
import { loopback } from './local-address.ts';
import { historyDays, planVisits, type VisitsOptions } from './visitors.ts';

/** The clock of the demo: the system's, but for the time in which its history is played. */
export type DemoClock = Clock & {
  standAt(time: number): void;
  /** From now on, it is the system's clock. */
  release(): void;
};

export function createDemoClock(): DemoClock {
  let standing: number | undefined;
  return {
    ...systemClock,
    now: () => standing ?? systemClock.now(),
    standAt(time) {
      standing = time;
    },
    release() {
      standing = undefined;
    },
  };
}

export type HistoryOptions = Pick<VisitsOptions, 'site' | 'seed' | 'count'> & {
  /** Of the demo's proxy, with its store. */
  config: ProxyConfig;
  adminToken: string;
  /** That of the sandbox, too. */
  clock: DemoClock;
};

const settleTimeoutMs = 10_000;
const pollMs = 5;
const visitsBetweenStores = 25;

/**
 * Fills the demo's store before its proxy starts: a proxy that nobody else knows, whose clock stands at the time of each visit, gets what
 * the widget sends. So counters, leads and calls have their times, and no route takes a time from a request. Resolves with
 * a line about the visitors.
 */
export async function playHistory({ config, adminToken, clock, site, seed, count }: HistoryOptions): Promise<string> {
  const visits = planVisits({ site, seed, until: clock.now(), ...(count !== undefined && { count }) });
  const [first] = visits;
  if (first === undefined) return '';
  clock.standAt(first.at);
  const proxy = await startProxyServer(historyConfig(config), {
    port: 0,
    host: loopback,
    deps: { now: clock.now, log: { info() {}, warn() {}, error() {} } },
  });
  const request = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(`${proxy.url}${path}`, init);
    if (!response.ok) throw new Error(`the proxy responds to ${path} with ${response.status}`);
    return response.status === 204 ? undefined : response.json();
  };
  const post = (path: string, body: object, headers = {}) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site, ...headers },
      body: JSON.stringify(body),
    });
  const operatorHeaders = { authorization: `Bearer ${adminToken}` };
  /** The clock must not move on before a lead is delivered: its call would come too late. */
  const settle = async () => {
    const deadline = systemClock.now() + settleTimeoutMs;
    while (systemClock.now() < deadline) {
      const { leads } = adminLeads.parse(
        await request('/admin/api/leads?state=pending&limit=1', { headers: operatorHeaders }),
      );
      if (leads.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  };
  /** Reading stores what was counted. The counter has room for the hours of a few seconds, and here they are a week. */
  const storeCounts = () => request('/admin/api/funnel', { headers: operatorHeaders });
  let played = 0;
  try {
    for (const { at, report, lead, key } of visits) {
      clock.standAt(at);
      if (lead !== undefined) {
        await post('/leads', lead, { 'idempotency-key': key });
        await settle();
      }
      await post('/funnel', report);
      played++;
      if (played % visitsBetweenStores === 0) await storeCounts();
    }
    return `${played} visitors were here in the last ${historyDays} days (seed ${seed}): see the tab "Conversion" of the dashboard.`;
  } catch (error) {
    return `Only ${played} of ${visits.length} visitors were here (seed ${seed}): ${error}`;
  } finally {
    await proxy.stop();
    clock.release();
  }
}

/** All visitors come from one address, at once. What they did is not posted to receivers of webhooks, whose clock is today's. */
function historyConfig({ limits, ...config }: ProxyConfig): ProxyConfig {
  return {
    ...config,
    limits: { ...limits, reportsPerIp: false, leadsPerSite: false },
    webhooks: [],
    keepAssetsIn: false,
  };
}
