import { expect, it, onTestFinished } from 'vitest';
import { origin } from '../proxy/support/harness.ts';
import { startBlackHole } from '../support/black-hole.ts';
import { startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { prepareRehearsal, serveProxy } from './served-proxy.ts';

// The parts of a stop waited one after the other for a database that did not respond: 30 s, after which the files in deploy/ kill.
it('ends by itself before it would be killed, although neither database nor service responds', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const address = new URL(await postgres.createDatabase());
  const hole = await startBlackHole({ host: address.hostname, port: Number(address.port) });
  onTestFinished(hole.stop);
  address.port = String(hole.port);
  const { config, service } = await prepareRehearsal(address.href);
  const proxy = await serveProxy(config);
  service.fail('create', { kind: 'hang' });
  expect(await proxy.sendLead('+14155552671')).toBe(202);
  await until('the lead is being delivered', () => service.journal.includes('create'));

  hole.fallSilent();
  const counted = await fetch(`${proxy.url}/funnel`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ form: 'default', page: '/', stages: ['opened'] }),
  });
  expect(counted.ok).toBe(true);
  const startedAt = performance.now();
  expect(await proxy.stop()).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(proxy.log().at(-1)).toMatchObject({ msg: 'stop-cut-off' });
}, 120_000);
