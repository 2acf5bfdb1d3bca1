import { describe, expect, it } from 'vitest';
import { leadHeaders, startHarness } from '../support/harness.ts';

const lead = { form: 'default', fields: { phone: '+14155552671' } };

describe('GET /metrics', () => {
  it("counts leads by state, requests, sessions and the breaker in Prometheus' text format", async () => {
    const { get, post } = await startHarness();
    const headers = leadHeaders();
    await post('/leads', { ...lead, chat: true }, headers);
    await post('/leads', { ...lead, chat: true }, headers);
    await post('/leads', { ...lead, website: 'spam' }, leadHeaders());
    await post('/leads', '{', leadHeaders());
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain');
    const lines = (await response.text()).split('\n');
    for (const line of [
      'leadchat_leads{state="pending"} 1',
      'leadchat_leads{state="held"} 1',
      'leadchat_leads{state="delivered"} 0',
      'leadchat_leads{state="unknown"} 0',
      'leadchat_leads{state="dead"} 0',
      'leadchat_queue_depth 1',
      'leadchat_leads_accepted_total{outcome="stored"} 1',
      'leadchat_leads_accepted_total{outcome="repeated"} 1',
      'leadchat_leads_accepted_total{outcome="held"} 1',
      'leadchat_sessions_total{outcome="opened"} 1',
      'leadchat_requests_total{status="202"} 3',
      'leadchat_requests_total{status="400"} 1',
      'leadchat_breaker_open{reason="failing"} 0',
    ]) {
      expect(lines).toContain(line);
    }
  });
});

describe('GET /readyz', () => {
  it('is ready while the service is away, and says so', async () => {
    const delivery = {
      start: () => undefined,
      wake: () => undefined,
      stop: async () => undefined,
      status: () =>
        ({
          state: 'running',
          breaker: { state: 'open', reason: 'unauthorized', since: 0, probeAt: 1 },
          running: 0,
        }) as const,
    };
    const { get } = await startHarness({}, { delivery });
    const response = await get('/readyz');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok', delivery: 'paused: unauthorized' }]);
  });
});
