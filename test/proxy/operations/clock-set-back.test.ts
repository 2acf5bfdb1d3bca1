import { describe, expect, it } from 'vitest';
import { createLogThrottle, createOriginWarning } from '../../../src/proxy/http/log-throttle.ts';
import { StoreError } from '../../../src/proxy/store/store-error.ts';
import { limitStoreFailures } from '../../../src/proxy/store-failure-log.ts';
import { startHarness } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const hour = 3_600_000;
const down = new StoreError({ code: 'unavailable', message: '[store] the disk is gone.', retryAfterMs: 1_000 });

// A time that was compared without regard to its sign stayed fresh until the clock was where it had been.
describe('after the clock was set back', () => {
  it.each([-hour, -10_000, hour])('/readyz and the metrics see that the store fails (%i ms)', async (byMs) => {
    let time = Date.UTC(2026, 10, 28);
    const { get, store } = await startHarness({}, { now: () => time });
    expect((await get('/readyz')).status).toBe(200);
    expect(await (await get('/metrics')).text()).toContain('leadchat_accepts_leads 1');
    store.check = () => Promise.reject(down);
    time += byMs;
    expect((await get('/readyz')).status).toBe(503);
    expect(await (await get('/metrics')).text()).toContain('leadchat_accepts_leads 0');
  });

  it('the log goes on to say that the store fails, who is refused, and which page is missing', () => {
    let time = Date.UTC(2026, 10, 28);
    const now = () => time;
    const log = new MemoryLog();
    const failures = limitStoreFailures(log, now);
    const limits = createLogThrottle(now, (limit, refused) => log.warn('rate-limited', { limit, refused }));
    const origins = createOriginWarning(log, now);
    for (let round = 1; round <= 2; round++) {
      failures.error('store-failed', down);
      limits('leadsPerIp');
      origins('https://shop.example.com');
      expect(log.events().sort()).toEqual(
        Array.from({ length: round }, () => ['origin-refused', 'rate-limited', 'store-failed'])
          .flat()
          .sort(),
      );
      time -= hour;
    }
  });
});
