import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../cli/command.ts';
import { prepareRehearsal, serveProxy } from '../cli/served-proxy.ts';
import { recordFigure } from '../support/figures.ts';
import { pgBouncerProgram, startPgBouncer } from '../support/pgbouncer.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

if (pgBouncerProgram === undefined) {
  console.warn('Nothing is tested behind PgBouncer: pgbouncer is missing. Install it.');
}
const leadCount = 60;

describe.skipIf(pgBouncerProgram === undefined)('D3: behind PgBouncer with its defaults', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  const open = async (settings: Record<string, string>) => {
    const direct = await postgres.createDatabase();
    const pooler = await startPgBouncer(direct, settings);
    return { pooler, direct, ...(await prepareRehearsal(pooler.through(direct))) };
  };

  // It refused the settings with which a connection starts, and the proxy said that there was "no connection within 5 s".
  it.for([
    ['one proxy, each connection its own (session)', {}, 1],
    ['two proxies that share connections (transaction)', { pool_mode: 'transaction' }, 2],
    ['two proxies that share three connections', { pool_mode: 'transaction', default_pool_size: '3' }, 2],
  ] as const)(
    '%s: every lead is delivered once, and each line of the log is JSON',
    async ([what, settings, proxyCount], { task }) => {
      const { pooler, config, service } = await open(settings);
      try {
        const proxies: Awaited<ReturnType<typeof serveProxy>>[] = [];
        for (let index = 0; index < proxyCount; index++) proxies.push(await serveProxy(config));
        await Promise.all(
          Array.from({ length: leadCount }, async (_, index) => {
            const key = crypto.randomUUID();
            // A busy machine cannot take all of them at once; a browser sends a refused one again.
            await until('the lead is accepted', async () => {
              const status = await proxies[index % proxyCount]?.sendLead(`+1415555${2000 + index}`, key);
              if (status !== 503) expect(status).toBe(202);
              return status === 202;
            });
          }),
        );
        const [first] = proxies;
        await until('all are delivered', async () => (await first?.counts())?.delivered === leadCount, 60_000, 50);
        const { enrolments } = service.ledger();
        expect(new Set(enrolments.map(({ phone }) => phone)).size).toBe(leadCount);
        expect(enrolments).toHaveLength(leadCount);
        for (const proxy of proxies) {
          expect((await fetch(`${proxy.url}/readyz`)).status).toBe(200);
          await proxy.stop();
          // Each line is read as JSON: `pg` warned in plain text of statements that overlap.
          expect(proxy.log().filter(({ level, msg }) => level >= 40 && msg !== 'overloaded')).toEqual([]);
        }
        const did = `leads through PgBouncer: ${what}`;
        recordFigure(task, { did, times: leadCount, found: 'each is enrolled once; the log has no warning' });
      } finally {
        await pooler.stop();
      }
    },
  );

  it('doctor finds the store usable', async () => {
    const { pooler, config } = await open({ pool_mode: 'transaction' });
    try {
      const { stdout } = await runCommand(['doctor', '--json', '--config', config]);
      const { checks } = JSON.parse(stdout);
      expect(checks.find(({ name }: { name: string }) => name === 'store')).toMatchObject({ state: 'ok' });
    } finally {
      await pooler.stop();
    }
  });
});
