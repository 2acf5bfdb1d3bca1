import { expect, it } from 'vitest';
import type { FunnelReport } from '../../../src/protocol/proxy/funnel.ts';
import { createFunnelCounter } from '../../../src/proxy/funnel/funnel-counter.ts';
import { noMetrics } from '../../../src/proxy/metrics.ts';
import type { FunnelCount } from '../../../src/proxy/store/queries/funnel.ts';
import { StoreError } from '../../../src/proxy/store/store-error.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { MemoryLog } from '../support/memory-log.ts';

const form = { fields: new Set(['phone', 'email']), stepCount: 3 };
const report = (more: Partial<FunnelReport> = {}): FunnelReport => ({
  ...{ form: 'default', page: '/', stages: ['opened'] },
  ...more,
});

function setup({ failures = 0 } = {}) {
  const clock = manualClock();
  const log = new MemoryLog();
  const batches: (readonly FunnelCount[])[] = [];
  let left = failures;
  const counter = createFunnelCounter({
    store: {
      async addToFunnel(counts) {
        if (left-- > 0) throw new StoreError({ code: 'unavailable', message: '[store] down for the test' });
        batches.push(counts);
      },
    },
    metrics: noMetrics,
    log,
    clock,
  });
  const stored = () => {
    const sums = new Map<string, number>();
    for (const { dimension, value, stage, n } of batches.flat()) {
      const key = `${dimension} ${value} ${stage}`;
      sums.set(key, n + (sums.get(key) ?? 0));
    }
    return Object.fromEntries(sums);
  };
  return { clock, log, batches, counter, stored };
}

it('stores the sums of many visitors as one batch', async () => {
  const { batches, counter, stored } = setup();
  for (let visitor = 0; visitor < 50; visitor++) counter.countReport(report({ variants: { greeting: 'b' } }), form);
  expect(batches).toEqual([]);
  await counter.flush();
  expect(batches).toHaveLength(1);
  expect(stored()).toEqual({ 'page / opened': 50, 'variant greeting=b opened': 50 });
});

it('counts each stage and each field of a visit once, and only fields that the form has', async () => {
  const { counter, stored } = setup();
  counter.countReport(
    report({
      stages: ['opened', 'opened', 'form-started'],
      lastField: 'email',
      problems: ['phone', 'phone', 'card_number'],
    }),
    form,
  );
  counter.countReport(report({ stages: ['form-sent'], lastField: 'email' }), form);
  counter.countReport(report({ stages: ['form-started'], lastField: 'card_number' }), form);
  await counter.flush();
  expect(stored()).toEqual({
    'page / opened': 1,
    'page / form-started': 2,
    'page / form-sent': 1,
    // One of the two visitors who ended with this field has sent the form.
    'field email last': 2,
    'field email stopped': 1,
    'field phone problem': 1,
  });
});

it('counts a lead by its page and variants, and not by anything that identifies it', async () => {
  const { clock, counter, batches } = setup();
  const record = {
    phone: '14155552671',
    page_url: 'https://www.example.com/prices?email=ada@example.com#top',
    experiment_greeting: 'b',
  };
  counter.countLead({ form: 'default', record }, 'accepted', clock.now());
  counter.countLead({ form: 'default', record: { phone: '14155552671' } }, 'held', clock.now());
  await counter.flush();
  expect(batches.flat().map(({ hour: _, form: __, ...count }) => count)).toEqual([
    { dimension: 'page', value: '/prices', stage: 'lead-accepted', n: 1 },
    { dimension: 'variant', value: 'greeting=b', stage: 'lead-accepted', n: 1 },
    { dimension: 'page', value: 'other', stage: 'lead-held', n: 1 },
  ]);
});

it('counts what becomes of a lead in the hour in which it was accepted', async () => {
  const { clock, counter, batches } = setup();
  const record = { page_url: 'https://www.example.com/' };
  const acceptedAt = clock.now();
  const hour = Math.floor(acceptedAt / 3_600_000) * 3_600_000;
  await clock.advance(3 * 3_600_000);
  counter.countLead({ form: 'default', record }, 'delivered', acceptedAt);
  await counter.flush();
  expect(batches.flat()).toMatchObject([{ stage: 'lead-delivered', hour }]);
});

it('keeps what the store has refused, with its hour, and adds what came meanwhile', async () => {
  const { clock, log, batches, counter, stored } = setup({ failures: 2 });
  const hour = Math.floor(clock.now() / 3_600_000) * 3_600_000;
  counter.countReport(report(), form);
  await counter.flush();
  await clock.advance(3_600_000);
  counter.countReport(report(), form);
  await counter.flush();
  expect(log.events()).toEqual(['funnel-not-stored', 'funnel-not-stored']);
  await counter.flush();
  expect(stored()).toEqual({ 'page / opened': 2 });
  expect(batches.flat().map((count) => count.hour)).toEqual([hour, hour + 3_600_000]);
});

it('holds a bounded number of counters however many pages are named while the store is down', async () => {
  const { log, counter, batches } = setup({ failures: 1 });
  for (let page = 0; page < 10_000; page++) counter.countReport(report({ page: `/${page}` }), form);
  await counter.flush();
  expect(log.lines[0]?.facts?.waiting).toBe(2_000);
  for (let page = 0; page < 10_000; page++) counter.countReport(report({ page: `/more/${page}` }), form);
  await counter.flush();
  expect(batches.flat()).toHaveLength(2_000);
});

// Most lines of an outage are not written (`limitStoreFailures`), and each had only what was dropped since the one before.
it('says with each failure how much was dropped since the store has worked last', async () => {
  const { log, counter } = setup({ failures: 3 });
  const drop = (round: string, count: number) => {
    for (let page = 0; page < count; page++) counter.countReport(report({ page: `/${round}/${page}` }), form);
  };
  drop('first', 2_010);
  await counter.flush();
  drop('second', 20);
  await counter.flush();
  await counter.flush();
  expect(log.lines.map(({ facts }) => facts?.dropped)).toEqual([10, 30, 30]);
});

it('counts the step that visitors saw last, and how often they stopped there, if the form has it', async () => {
  const { counter, stored } = setup();
  counter.countReport(report({ lastStep: 2 }), form);
  counter.countReport(report({ lastStep: 3, stages: ['form-sent'] }), form);
  counter.countReport(report({ lastStep: 4 }), form);
  await counter.flush();
  expect(stored()).toMatchObject({ 'step 2 last': 1, 'step 2 stopped': 1, 'step 3 last': 1 });
  expect(Object.keys(stored()).filter((key) => key.startsWith('step'))).toHaveLength(3);
});
