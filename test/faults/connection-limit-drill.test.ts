import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../cli/command.ts';
import { prepareRehearsal, serveProxy } from '../cli/served-proxy.ts';
import { recordFigure } from '../support/figures.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const leadCount = 120;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

/** A database of a user whose connections can be limited, as those of the superuser cannot. */
async function limitedDatabase() {
  const owner = await postgres.createDatabase();
  const admin = new pg.Client({ connectionString: owner });
  await admin.connect();
  const url = await postgres.createRole(owner, { may: 'CREATE' });
  const user = new URL(url).username;
  return {
    url,
    query: (text: string) => admin.query(text.replaceAll('USER', user)),
    /** Ends the connections of the user, and allows this many. */
    async allow(count: number) {
      await admin.query(`ALTER ROLE ${user} CONNECTION LIMIT ${count}`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [user]);
    },
    end: () => admin.end(),
  };
}

// 122 recoveries and more than a hundred errors with stacks in 35 s, with `53300` for a reason.
it('D2: at the limit of connections no accepted lead is lost, and the log says once what is wrong', async ({
  task,
}) => {
  const database = await limitedDatabase();
  const { config, service } = await prepareRehearsal(database.url);
  const proxy = await serveProxy(config);
  expect(await proxy.sendLead('+14155550000')).toBe(202);

  await database.allow(4);
  let refused = 0;
  const sendUntilAccepted = async (phone: string) => {
    const key = crypto.randomUUID();
    await until(
      'the lead is accepted',
      async () => {
        const status = await proxy.sendLead(phone, key);
        if (status !== 202) refused++;
        expect([202, 503]).toContain(status);
        return status === 202;
      },
      60_000,
      20,
    );
  };
  for (let batch = 0; batch < leadCount / 20; batch++) {
    const phones = Array.from({ length: 20 }, (_, index) => `+1415555${1000 + batch * 20 + index}`);
    await Promise.all(phones.map(sendUntilAccepted));
  }

  await database.allow(0);
  const storeUp = async () => /^leadchat_store_up (\d)$/m.exec(await (await fetch(`${proxy.url}/metrics`)).text())?.[1];
  const readiness = async () => (await fetch(`${proxy.url}/readyz`)).json();
  // What has failed first may have been a connection that was ended.
  await until(
    'the proxy is not ready, for want of a connection',
    async () => String((await readiness()).message).includes('has no connection left'),
    20_000,
    100,
  );
  await until('the metrics say so, too', async () => (await storeUp()) === '0', 20_000, 100);

  await database.allow(-1);
  await until(
    'all are delivered',
    async () => {
      const delivered = await proxy.counts().then(
        ({ delivered }) => delivered,
        () => 0,
      );
      return delivered === leadCount + 1;
    },
    60_000,
    100,
  );
  const { enrolments } = service.ledger();
  expect([enrolments.length, new Set(enrolments.map(({ phone }) => phone)).size]).toEqual([
    leadCount + 1,
    leadCount + 1,
  ]);
  await proxy.stop();
  await database.end();

  const log = proxy.log();
  expect(log.filter(({ msg }) => msg === 'store-recovered').length).toBeLessThanOrEqual(1);
  const linesByReason = Map.groupBy(
    log.filter(({ level }) => level === 50),
    ({ reason }) => reason,
  );
  for (const [reason, lines] of linesByReason) {
    const [first, last] = [lines[0], lines.at(-1)].map((line) => Number(line?.time));
    const minutes = 1 + Math.floor(((last ?? 0) - (first ?? 0)) / 60_000);
    expect([reason, lines.length]).toEqual([reason, expect.toSatisfy((count: number) => count <= minutes)]);
  }
  expect(proxy.stderr()).not.toMatch(/"reason":"[^"]*(?:53300|57P01)/);
  recordFigure(task, {
    did: 'leads to a proxy whose Postgres allows four connections, then none, then all',
    times: leadCount,
    found: `each is enrolled once; ${refused} requests got 503 and were repeated; ${linesByReason.size} lines of errors`,
  });
});

it('D2: a server that refuses connections or writes is named in words, at the start and in doctor', async ({
  task,
}) => {
  const database = await limitedDatabase();
  const { config } = await prepareRehearsal(database.url);
  const storeOf = async () => {
    const { stdout } = await runCommand(['doctor', '--json', '--config', config]);
    return JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'store').detail;
  };
  const start = async () => {
    const { code, stderr } = await runCommand(['serve', '--config', config, '--port', '0', '--host', '127.0.0.1']);
    expect(code).toBe(1);
    return stderr;
  };
  await database.allow(0);
  for (const text of [await start(), await storeOf()]) expect(text).toContain('the server has no connection left');
  await database.allow(-1);
  await database.query('ALTER ROLE USER SET default_transaction_read_only = on');
  for (const text of [await start(), await storeOf()]) expect(text).toContain('the server is read-only');
  await database.end();
  recordFigure(task, {
    did: 'starts of the proxy and of doctor on a server without connections, and on a read-only one',
    times: 4,
    found: 'each names the reason in words',
  });
});
