import { readFile, writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { origin } from '../proxy/support/harness.ts';
import { startBlackHole } from '../support/black-hole.ts';
import { startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { prepareRehearsal, serveProxy } from './served-proxy.ts';

// The parts of a stop waited one after the other for a database that did not respond: 30 s, after which the files in deploy/ kill.
it('ends by itself before it would be killed, although neither database nor service responds, and the next process goes on', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const direct = await postgres.createDatabase();
  const address = new URL(direct);
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

  service.heal();
  await writeFile(config, (await readFile(config, 'utf8')).replace(address.href, direct));
  const next = await serveProxy(config);
  await until('the next process has delivered the lead', async () => (await next.counts()).delivered === 1);
  expect(service.ledger().enrolments).toHaveLength(1);
}, 120_000);
