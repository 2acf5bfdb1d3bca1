import { expect, it } from 'vitest';
import { describeComparison } from '../../src/admin/experiments.tsx';
import { defaultSeed, planVisits } from '../../src/cli/visitors.ts';
import { funnelReport } from '../../src/protocol/proxy/funnel.ts';
import { leadRequest } from '../../src/protocol/proxy/requests.ts';

const site = 'https://www.example.com';
const until = Date.parse('2026-11-23T20:00:00Z');
const plan = (seed: number, count = 600) => planVisits({ site, seed, until, count });

it('plans visitors who send what the proxy takes, the same ones for the same seed', () => {
  const visits = plan(defaultSeed);
  expect(visits).toHaveLength(600);
  for (const { report, lead } of visits) {
    funnelReport.parse(report);
    if (lead !== undefined) leadRequest.parse(lead);
  }
  expect(plan(defaultSeed)).toEqual(visits);
  expect(plan(1)).not.toEqual(visits);
});

it('spreads them over the last week, in order, with fewer at night', () => {
  const times = plan(defaultSeed).map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Math.max(...times)).toBeLessThanOrEqual(until);
  expect(Math.min(...times)).toBeGreaterThan(until - 7 * 86_400_000);
  const atNight = times.filter((at) => new Date(at).getHours() < 6);
  expect(atNight.length).toBeLessThan(times.length / 20);
  expect(new Set(times.map((at) => Math.floor(at / 86_400_000))).size).toBeGreaterThanOrEqual(7);
});

it('shows with its usual visitors which of the two greetings is better, and that this is hardly chance', () => {
  const visits = plan(defaultSeed);
  const variants = ['short', 'long'].map((name) => {
    const own = visits.filter(({ report }) => report.variants?.greeting === name);
    return { name, successes: own.filter(({ lead }) => lead !== undefined).length, visitors: own.length };
  });
  expect(describeComparison(variants)).toContain('“short” wins');
});
