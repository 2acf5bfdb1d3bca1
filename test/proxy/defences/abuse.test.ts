import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDelivery } from '../../../src/proxy/delivery/create-delivery.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { createServiceClient } from '../../../src/service-client/index.ts';
import { startFakeService } from '../../support/fake-service.ts';
import { isLong, isSample, patience, recordFigure } from '../../support/figures.ts';
import { until } from '../../support/until.ts';
import { ids, leadHeaders, noLimits, origin, startHarness } from '../support/harness.ts';

const requests = isLong ? 10_000 : isSample ? 120 : 300;
const timeout = (isLong ? 600_000 : 300_000) * patience;

/** A unique, assigned number for each index: (415) 2xx-xxxx to 9xx-xxxx. */
function phoneOf(index: number): string {
  return `+1415${String(2_010_000 + index)}`;
}

/**
 * A proxy with the default limits for call-backs. `requestCall` resolves with the call's state or the code of the
 * refusal.
 */
async function startWithCallbacks(limits: object = {}, now = Date.now) {
  const leadLimits = Object.fromEntries(Object.entries(noLimits).filter(([name]) => name.startsWith('leads')));
  const forms = { default: { callback: { agent: ids.agent, countries: ['US', 'GB'] } } };
  const { post, store } = await startHarness({ forms, limits: { ...leadLimits, ...limits } }, { now });
  return {
    store,
    async requestCall(from: string, phone: string): Promise<string> {
      const response = await post(
        '/leads',
        { form: 'default', fields: { phone }, callback: true },
        leadHeaders(),
        from,
      );
      expect(response.status).toBe(202);
      const { lead } = await response.json();
      const step = (await store.find(lead))?.steps.at(-1);
      const call = await store.findCall(step?.name ?? '');
      return call?.reason ?? call?.state ?? 'no call';
    },
  };
}

describe('R15: abuse of call-backs', () => {
  it('places no more calls than the caps allow, whatever addresses, phones and origins are rotated or forged', {
    timeout,
  }, async ({ task }) => {
    const limits = {
      ...noLimits,
      callsPerPhone: { points: 1, seconds: 600 },
      callsPerIp: { points: 3, seconds: 3600 },
      callsPerSitePerHour: { points: 10, seconds: 3600 },
      callsPerSitePerDay: { points: 100, seconds: 86_400 },
    };
    const service = await startFakeService();
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-abuse-'));
    const store = await openSqliteStore(join(folder, 'leads.db'), { minFreeBytes: 0 });
    const client = createServiceClient({
      baseUrl: `${service.url}/v1`,
      hooksUrl: service.url,
      apiKey: 'fake-key',
    });
    const delivery = createDelivery({ store, client });
    const config = { forms: { default: { callback: { agent: ids.agent } } }, limits };
    const { post } = await startHarness(config, { store, client, delivery });
    onTestFinished(async () => {
      await delivery.stop();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    });
    delivery.start();
    const accepted = new Set<string>();
    for (let index = 0; index < requests; index++) {
      const from = `2001:db8:${(index % 5000).toString(16)}::${index.toString(16)}`;
      const forged = {
        'x-forwarded-for': `198.51.100.${index % 250}`,
        forwarded: 'for=127.0.0.1',
        'x-real-ip': '127.0.0.1',
        origin,
      };
      const body = { form: 'default', fields: { phone: phoneOf(index % 2000) }, callback: index % 2 === 0 };
      const response = await post('/leads', body, { ...leadHeaders(), ...forged }, from);
      const { lead, token } = await response.json();
      accepted.add(lead);
      await post('/calls', { lead, token }, forged, from);
    }
    expect(accepted.size).toBe(requests);
    await until('every lead is delivered', async () => (await store.counts()).delivered === requests, timeout);
    // Counts the service's records, not the proxy's.
    const { calls, leads } = service.ledger();
    expect(leads).toHaveLength(Math.min(requests, 2000));
    expect(calls).toHaveLength(10);
    expect(new Set(calls.map(({ phone }) => phone)).size).toBe(10);
    expect(service.journal.filter((route) => route === 'call')).toHaveLength(10);
    recordFigure(task, {
      did: 'call requests with rotated addresses and phones and forged X-Forwarded-For; the site allows 10 calls per hour',
      times: requests * 2,
      found: `the record of the service has ${calls.length} calls, to ${calls.length} phones`,
    });
  });

  it('holds a lead without the signs of a form: a bot that omits them does not pass', async () => {
    const { post, store } = await startHarness({ minFillMs: 1500 });
    const send = async (signs: object) => {
      const body = { form: 'default', fields: { phone: '+14155552671' }, ...signs };
      const { lead } = await (await post('/leads', body, leadHeaders())).json();
      return (await store.find(lead))?.held;
    };
    expect(await send({})).toBe('no-form');
    expect(await send({ elapsedMs: 5200 })).toBe('no-form');
    expect(await send({ website: '' })).toBe('no-form');
    expect(await send({ website: '', elapsedMs: 5200 })).toBeUndefined();
  });

  it("does not hold the victim's own lead, however many leads were forged with the same phone", async () => {
    const limits = { ...noLimits, leadsPerPhone: { points: 3, seconds: 86_400 } };
    const { post, store } = await startHarness({ limits });
    const send = async (from: string) => {
      const body = { form: 'default', fields: { phone: '+14155552671' } };
      const { lead } = await (await post('/leads', body, leadHeaders(), from)).json();
      return (await store.find(lead))?.held;
    };
    const forged = [];
    for (let index = 0; index < 100; index++) forged.push(await send(`198.51.100.${index % 50}`));
    // After three leads of the phone, each of the 50 addresses gets one more through.
    expect(forged.filter((held) => held === undefined).length).toBeLessThanOrEqual(53);
    expect(forged.slice(50)).toEqual(new Array(50).fill('phone-limit'));
    expect(await send('192.0.2.1')).toBeUndefined();
  });

  it('leaves half of the call-backs to other visitors when a few addresses request all they can', async () => {
    const { requestCall } = await startWithCallbacks();
    const outcomes: string[] = [];
    for (let index = 0; index < 12; index++) {
      outcomes.push(await requestCall(`198.51.100.${index % 4}`, phoneOf(index)));
    }
    expect(outcomes.filter((outcome) => outcome === 'waiting')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'callsPerSitePerHour')).toHaveLength(7);
    for (let index = 0; index < 5; index++) {
      expect(await requestCall(`203.0.113.${index}`, phoneOf(100 + index))).toBe('waiting');
    }
    // The limit of the site still bounds the cost of all of them.
    expect(await requestCall('203.0.113.5', phoneOf(105))).toBe('callsPerSitePerHour');
  });

  it('rings one number three times a day at most, from however many addresses, and calls other visitors', async () => {
    let time = Date.parse('2026-11-23T15:00:00Z');
    const { requestCall } = await startWithCallbacks({}, () => time);
    const outcomes: string[] = [];
    for (let index = 0; index < 150; index++) {
      outcomes.push(await requestCall(`198.51.100.${index % 50}`, '+14155552671'));
      time += 60_000;
    }
    expect(outcomes.filter((outcome) => outcome === 'waiting')).toHaveLength(3);
    expect(outcomes.slice(0, 10)).toEqual(['waiting', ...new Array(9).fill('callsPerPhone')]);
    expect(await requestCall('192.0.2.1', phoneOf(1))).toBe('waiting');
  });

  it('stores each lead of 50 addresses, though only as many as the site allows are called', async () => {
    const { requestCall, store } = await startWithCallbacks();
    const outcomes: string[] = [];
    for (let index = 0; index < 50; index++) outcomes.push(await requestCall(`198.51.100.${index}`, phoneOf(index)));
    expect(outcomes.filter((outcome) => outcome === 'waiting')).toHaveLength(10);
    // The operator sees which call-backs were not placed, and why.
    const refused = await store.listCalls({ state: 'refused', limit: 100 });
    expect(refused.map(({ reason }) => reason)).toEqual(new Array(40).fill('callsPerSitePerHour'));
    expect((await store.counts()).pending).toBe(50);
  });

  it('leaves call-backs to other countries when one country is over its limit', async () => {
    const { requestCall } = await startWithCallbacks({ callsPerCountryPerHour: { points: 2, seconds: 3600 } });
    const british = (index: number) => `+44792012345${index}`;
    expect(await requestCall('198.51.100.1', british(1))).toBe('waiting');
    expect(await requestCall('198.51.100.2', british(2))).toBe('waiting');
    expect(await requestCall('198.51.100.3', british(3))).toBe('callsPerCountryPerHour');
    expect(await requestCall('198.51.100.4', phoneOf(4))).toBe('waiting');
  });

  it('responds to a lead that is held as to any other', async () => {
    const { post, store } = await startHarness({ minFillMs: 1500 });
    const send = async (signs: object) => {
      const body = { form: 'default', fields: { phone: '+14155552671' }, ...signs };
      const response = await post('/leads', body, leadHeaders());
      const { lead, token, ...rest } = await response.json();
      const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
      return { held: (await store.find(lead))?.held, token: token.length, status: response.status, rest, headers };
    };
    const { held, ...bot } = await send({ website: 'https://spam.example', elapsedMs: 5200 });
    expect(held).toBe('honeypot');
    expect(await send({ website: '', elapsedMs: 5200 })).toEqual({ held: undefined, ...bot });
  });

  it('uses X-Forwarded-For only from a trusted proxy', async () => {
    const limits = { ...noLimits, leadsPerIp: { points: 1, seconds: 600 } };
    const lead = { form: 'default', fields: { phone: '+14155552671' } };
    const send = async (trustedProxies: string[], forwarded: string[]) => {
      const { post } = await startHarness({ limits, trustedProxies });
      const statuses: number[] = [];
      for (const hops of forwarded)
        statuses.push((await post('/leads', lead, { ...leadHeaders(), 'x-forwarded-for': hops }, '10.0.0.1')).status);
      return statuses;
    };
    expect(await send([], ['198.51.100.1', '198.51.100.2'])).toEqual([202, 429]);
    expect(await send(['10.0.0.0/8'], ['198.51.100.1', '198.51.100.2'])).toEqual([202, 202]);
    expect(await send(['10.0.0.0/8'], ['1.1.1.1, 198.51.100.1', '2.2.2.2, 198.51.100.1'])).toEqual([202, 429]);
  });

  it('warns once about an X-Forwarded-For that is not trusted, without logging an address of a visitor', async () => {
    const warnings = async (from: string, trustedProxies: string[] = []) => {
      const { log, post } = await startHarness({ trustedProxies });
      for (let index = 0; index < 3; index++) {
        const lead = { form: 'default', fields: { phone: '+14155552671' } };
        await post('/leads', lead, { ...leadHeaders(), 'x-forwarded-for': '198.51.100.1' }, from);
      }
      return log.lines.filter(({ event }) => event === 'forwarded-address-ignored').map(({ facts }) => facts?.from);
    };
    expect(await warnings('172.31.251.1')).toEqual(['172.31.251.1']);
    expect(await warnings('203.0.113.9')).toEqual(['a public address']);
    expect(await warnings('172.31.251.1', ['172.31.251.0/24'])).toEqual([]);
  });
});
