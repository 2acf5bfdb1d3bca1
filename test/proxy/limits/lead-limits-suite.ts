import { expect, it, vi } from 'vitest';
import type { LimiterFactory } from '../../../src/proxy/limits/limiter.ts';
import { waitLimitMs } from '../../support/time-limits.ts';
import { leadHeaders, startHarness } from '../support/harness.ts';

const limits = { leadsPerPhone: false };
const minFillMs = 1500;
/** What the widget sends for a form that a person has filled. */
const filled = { website: '', elapsedMs: 5000 };

function phoneOf(index: number): string {
  return `+1415${String(2_010_000 + index)}`;
}

/** The limits of a proxy, wherever they are counted. `createLimiter` starts with nothing counted. */
export function testLeadLimits(createLimiter: () => Promise<LimiterFactory>): void {
  // Every /64 had its own limit, so 600 of the 65,536 in one /48 used up the limit of the site.
  it('let leads of one IPv6 network use up a part of the site only', async () => {
    const { post } = await startHarness({ limits, minFillMs }, { limiter: await createLimiter() });
    const send = async (index: number, from: string) => {
      const lead = { form: 'default', fields: { phone: phoneOf(index) }, ...filled };
      return (await post('/leads', lead, leadHeaders(), from)).status;
    };
    const statuses: number[] = [];
    for (let index = 0; index < 605; index++) statuses.push(await send(index, `2001:db8:1:${index.toString(16)}::1`));
    expect(statuses.filter((status) => status === 202)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(555);
    expect(await send(605, '2001:db8:2::1')).toBe(202);
    expect(await send(606, '192.0.2.1')).toBe(202);
  });

  it('count held leads apart, so that a flood of bots shuts nobody out', async () => {
    const limited = { ...limits, leadsPerSite: { points: 20, seconds: 600 } };
    const { post } = await startHarness({ limits: limited, minFillMs }, { limiter: await createLimiter() });
    const send = async (index: number, facts: object) => {
      const lead = { form: 'default', fields: { phone: phoneOf(index) }, ...facts };
      return (await post('/leads', lead, leadHeaders(), `198.51.${index >> 8}.${index & 255}`)).status;
    };
    const bots: number[] = [];
    for (let index = 0; index < 150; index++) bots.push(await send(index, { ...filled, website: 'spam' }));
    expect(bots.filter((status) => status === 429)).toHaveLength(50);
    for (let index = 200; index < 220; index++) expect(await send(index, filled)).toBe(202);
    expect(await send(220, filled)).toBe(429);
  });

  // The site was asked last, so each try of one lead took a point of its phone, and its captcha was verified again.
  it('count a lead once that has to wait for the site', { timeout: 300_000 }, async () => {
    const verified: string[] = [];
    const captcha = { provider: 'hcaptcha', siteKey: 'site', secret: 'secret' };
    const limited = { leadsPerSite: { points: 1, seconds: 4 } };
    const verify = async () => Response.json({ success: verified.push('token') <= 2 });
    const harness = await startHarness({ limits: limited, captcha }, { limiter: await createLimiter(), fetch: verify });
    const send = async (index: number, headers: Record<string, string>) => {
      const lead = { form: 'default', fields: { phone: phoneOf(index) }, captcha: 'token', ...filled };
      return harness.post('/leads', lead, headers, `192.0.2.${index}`);
    };
    expect((await send(1, leadHeaders())).status).toBe(202);
    const headers = leadHeaders();
    let refusedCount = 0;
    const accepted = await vi.waitUntil(
      async () => {
        const response = await send(2, headers);
        if (response.status === 202) return response;
        refusedCount++;
        return undefined;
      },
      { timeout: waitLimitMs, interval: 20 },
    );
    expect(refusedCount).toBeGreaterThan(5);
    const { lead } = await accepted.json();
    expect(await harness.store.find(lead)).not.toHaveProperty('held');
    expect(verified).toHaveLength(2);
  });

  it('take a point for each refused request', { timeout: 300_000 }, async () => {
    const { post } = await startHarness({ limits }, { limiter: await createLimiter() });
    const refused = await Promise.all(
      Array.from({ length: 300 }, () => post('/leads', { form: 'default', fields: { phone: '12' } }, leadHeaders())),
    );
    expect(refused.filter(({ status }) => status === 400)).toHaveLength(60);
  });
}
