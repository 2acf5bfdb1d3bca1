import { expect, it } from 'vitest';
import { createSavedReceivers } from '../../../src/proxy/store/queries/saved-receivers.ts';
import type { Database, Row } from '../../../src/proxy/store/sql.ts';

const row = (name: string): Row => ({
  ...{ name, version: 1, at: 0, author: 'Ada', format: 'slack', events: '["lead.accepted"]', states: null, sealed: '' },
});

it('knows what was read last, also when an earlier read comes later', async () => {
  const slow = Promise.withResolvers<Row[]>();
  const reads = [slow.promise, Promise.resolve([row('old'), row('new')])];
  // The other methods are not called here.
  const database: Database = Object.assign(Object.create(null), { all: () => reads.shift() });
  const { book, methods } = createSavedReceivers(Object.assign(Object.create(null), { database }), [], true);
  const earlier = methods.listReceivers();
  expect(await methods.listReceivers()).toHaveLength(2);
  slow.resolve([row('old')]);
  expect((await earlier).map(({ name }) => name)).toEqual(['old', 'new']);
  expect(await book.all(database)).toHaveLength(2);
});
