import { expect, it } from 'vitest';
import { StoreError, type StoreErrorCode } from '../../src/proxy/store/store-error.ts';
import { limitStoreFailures } from '../../src/proxy/store-failure-log.ts';
import { MemoryLog } from './support/memory-log.ts';

const failure = (code: StoreErrorCode, message: string) => new StoreError({ code, message: `[store] ${message}` });

it('writes one line per reason and minute while the store fails, and counts the others', () => {
  let time = 0;
  const memory = new MemoryLog();
  const log = limitStoreFailures(memory, () => time);
  for (let second = 0; second < 150; second++) {
    time = second * 1000;
    log.error('store-failed', failure('unavailable', 'the database cannot be used: disk I/O error.'));
    log.error('claim-failed', failure('unavailable', 'the database cannot be used: disk I/O error.'));
    log.error('store-failed', failure('disk-full', `${200 - second} MB are free.`));
  }
  expect(memory.lines.map(({ event, facts }) => [event, facts?.reason, facts?.suppressed])).toEqual([
    ['store-failed', 'the database cannot be used: disk I/O error.', undefined],
    ['store-failed', '200 MB are free.', undefined],
    ['store-failed', 'the database cannot be used: disk I/O error.', 119],
    ['store-failed', '140 MB are free.', 59],
    ['store-failed', 'the database cannot be used: disk I/O error.', 119],
    ['store-failed', '80 MB are free.', 59],
  ]);
});

// With few connections left, leads were stored and refused in turn: 122 recoveries in 35 s, and an error for each.
it('says nothing of a recovery while leads are stored and refused in turn', () => {
  let time = 0;
  const memory = new MemoryLog();
  const log = limitStoreFailures(memory, () => time);
  for (let step = 0; step < 350; step++) {
    time = step * 100;
    log.error('store-failed', failure('unavailable', 'the server has no connection left.'));
    log.info('lead-accepted');
  }
  expect(memory.events().filter((event) => event !== 'lead-accepted')).toEqual(['store-failed']);
  time += 10_000;
  log.info('lead-accepted');
  expect(memory.lines.find(({ event }) => event === 'store-recovered')?.facts).toEqual({ afterSeconds: 35 });
  log.error('store-failed', failure('unavailable', 'the server has no connection left.'));
  time += 16_000;
  log.error('store-failed', failure('unavailable', 'the server has no connection left.'));
  expect(memory.lines.at(-1)?.facts).toMatchObject({ suppressed: 350 });
});

it('says when a lead is stored again, and for how long the store had failed', () => {
  let time = 0;
  const memory = new MemoryLog();
  const log = limitStoreFailures(memory, () => time);
  const fail = () => log.error('store-failed', failure('unavailable', 'the database cannot be used: disk I/O error.'));
  log.info('lead-accepted');
  fail();
  time = 50_000;
  fail();
  time = 90_000;
  log.info('lead-accepted');
  log.info('lead-accepted');
  fail();
  expect(memory.events()).toEqual([
    'lead-accepted',
    'store-failed',
    'store-recovered',
    'lead-accepted',
    'lead-accepted',
    'store-failed',
  ]);
  expect(memory.lines.find(({ event }) => event === 'store-recovered')?.facts).toEqual({ afterSeconds: 50 });
});

it('writes every line about one row, and every other error', () => {
  const memory = new MemoryLog();
  const log = limitStoreFailures(memory, () => 0);
  for (let line = 0; line < 3; line++) {
    log.error('lead-refused', failure('row-refused', 'SQLite refused a row (19).'));
    log.error('request-failed', new Error('a fault'));
  }
  expect(memory.events()).toHaveLength(6);
});
