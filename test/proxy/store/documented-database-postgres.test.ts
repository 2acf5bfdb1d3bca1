import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { codeBlocks } from '../../support/code-blocks.ts';
import { query, startPostgres } from '../../support/postgres.ts';

it('the database of docs/scaling.md is one that the proxy can create its tables in', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const server = await postgres.createDatabase();
  const page = 'docs/scaling.md';
  const [block, ...others] = codeBlocks(page, readFileSync(page, 'utf8')).filter(({ language }) => language === 'sql');
  expect(others).toEqual([]);
  const name = `leadchat_docs_${crypto.randomUUID().replaceAll('-', '')}`;
  const statements = (block?.code ?? '').replaceAll('leadchat', name).split(';');
  onTestFinished(async () => {
    await query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await query(server, `DROP ROLE IF EXISTS ${name}`);
  });
  for (const statement of statements) await query(server, statement);

  const address = new URL(server);
  address.pathname = `/${name}`;
  address.username = name;
  address.password = '…';
  const store = await openPostgresStore(address.href);
  onTestFinished(() => store.close());
  expect(await store.counts()).toMatchObject({ pending: 0 });
});
