import { expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { clockAhead, prepareRehearsal, serveProxy } from './served-proxy.ts';

// Leases and due times were written and compared by the clock of each proxy.
it.each([60_000, -60_000])(
  'two proxies on one Postgres whose clocks differ by %i ms deliver each lead once',
  async (ms) => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const { config, service } = await prepareRehearsal(await postgres.createDatabase());
    const first = await serveProxy(config);
    service.fail('create', { kind: 'hang' });
    await first.sendLead('+14155552671');
    await until('the first proxy delivers a lead', () => service.journal.includes('create'));

    const second = await serveProxy(config, [], clockAhead(ms));
    const others = ['+14155552672', '+14155552673', '+14155552674'];
    for (const phone of others) await second.sendLead(phone);
    await until('the others are delivered', async () => Number((await first.counts()).delivered) >= others.length);
    expect(service.journal.toSorted()).toEqual(['create', ...others.flatMap(() => ['create', 'send'])].toSorted());
    await service.stop(); // or the first proxy waits for it
  },
);
