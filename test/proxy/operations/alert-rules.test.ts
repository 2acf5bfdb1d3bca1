import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findProgram } from '../../deploy/reverse-proxy.ts';
import { readRules } from '../../support/prometheus/alerting.ts';

const [, scrapeConfig = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/alerts.md', 'utf8')) ?? [];
const ruleFile = readFileSync('deploy/leadchat-alerts.yml', 'utf8');
const promtool = findProgram('promtool');

/** What a series is before, while and after an alert fires: a value that stays, or a growth per minute. */
type Course = { quiet: number; bad: number } | { growth: number };
type Fault = {
  series: Record<string, Course>;
  /** How long it lasts until the alert fires, in minutes. */
  minutes: number;
  /** How long the alert stays afterwards: the window of its expression. */
  window?: number;
};

const gauge = (name: string, bad: number, quiet = 0): Fault['series'] => ({ [name]: { quiet, bad } });
const counter = (name: string, growth: number): Fault['series'] => ({ [name]: { growth } });

const faults: Record<string, Fault> = {
  EnrolmentOrCallUnknown: { series: gauge('leadchat_leads{state="unknown"}', 1), minutes: 1 },
  LeadsDead: { series: gauge('leadchat_leads{state="dead"}', 1), minutes: 1 },
  ManyLeadsHeld: { series: gauge('leadchat_leads{state="held"}', 21), minutes: 1 },
  LeadsRefusedByLimit: {
    series: counter('leadchat_rate_limited_total{limit="leadsPerSite"}', 1),
    minutes: 2,
    window: 10,
  },
  AddressesOverLimit: { series: counter('leadchat_rate_limited_total{limit="leadsPerIp"}', 5), minutes: 8, window: 10 },
  AdminTokenGuessed: { series: counter('leadchat_rate_limited_total{limit="adminSignIn"}', 1), minutes: 2, window: 10 },
  LeadsUnresolved: { series: gauge('leadchat_leads{state="held"}', 1), minutes: 24 * 60 + 1 },
  ServiceDown: { series: gauge('leadchat_breaker_open{reason="failing"}', 1), minutes: 6 },
  LeadsWaitLong: { series: gauge('leadchat_oldest_pending_seconds', 1801), minutes: 6 },
  BacklogGrows: { series: gauge('leadchat_queue_depth', 101), minutes: 11 },
  StepsFail: {
    series: counter('leadchat_step_failures_total{step="create",code="bad-request"}', 3),
    minutes: 6,
    window: 60,
  },
  CallsUnknown: { series: gauge('leadchat_calls{state="unknown"}', 1), minutes: 1 },
  CallsExpired: { series: counter('leadchat_calls_expired_total', 1), minutes: 2, window: 60 },
  WebhooksDead: { series: gauge('leadchat_webhooks{state="dead"}', 1), minutes: 1 },
  WebhooksWaitLong: { series: gauge('leadchat_webhooks_oldest_pending_seconds', 3601), minutes: 6 },
  ProxySlow: {
    series: {
      ...counter('leadchat_request_seconds_bucket{route="/leads",le="5"}', 0),
      ...counter('leadchat_request_seconds_bucket{route="/leads",le="10"}', 4),
      ...counter('leadchat_request_seconds_bucket{route="/leads",le="+Inf"}', 4),
    },
    minutes: 14,
    window: 10,
  },
  ProxyDown: { series: gauge('up', 0, 1), minutes: 3 },
  StoreDown: { series: gauge('leadchat_store_up', 0, 1), minutes: 3 },
  FiguresMissing: { series: gauge('leadchat_store_figures_up', 0, 1), minutes: 6 },
  LeadsNotAccepted: { series: gauge('leadchat_accepts_leads', 0, 1), minutes: 2 },
  DiskFillsUp: {
    series: {
      ...gauge('leadchat_store_free_bytes', 500_000_000, 10_000_000_000),
      ...gauge('leadchat_store_min_free_bytes', 200_000_000, 200_000_000),
    },
    minutes: 6,
  },
  IntakeRefuses: { series: counter('leadchat_requests_total{status="503"}', 1), minutes: 2, window: 5 },
};

const quietMinutes = 5;

/** A test of promtool: the alert is silent before the fault, fires during it and ends after it. */
function ruleTest(alert: string, { series, minutes, window = 0 }: Fault) {
  const restMinutes = window + 5;
  const firing = (minute: number, count: number) => ({
    expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
    eval_time: `${minute}m`,
    exp_samples: count === 0 ? [] : [{ labels: '{}', value: count }],
  });
  return {
    name: alert,
    interval: '1m',
    input_series: Object.entries(series).map(([name, course]) => ({
      series: withTarget(name),
      values: valuesOf(course, minutes, restMinutes),
    })),
    promql_expr_test: [
      firing(quietMinutes, 0),
      firing(quietMinutes + minutes + 1, 1),
      firing(quietMinutes + minutes + restMinutes, 0),
    ],
  };
}

function withTarget(series: string): string {
  const [name, labels = ''] = series.replace('}', '').split('{');
  return `${name}{${[labels, 'job="leadchat"', 'instance="proxy:4001"'].filter((label) => label !== '').join(',')}}`;
}

function valuesOf(course: Course, minutes: number, restMinutes: number): string {
  if ('growth' in course) {
    const end = course.growth * minutes;
    return `0+0x${quietMinutes} ${course.growth}+${course.growth}x${minutes - 1} ${end}+0x${restMinutes}`;
  }
  const { quiet, bad } = course;
  return `${quiet}+0x${quietMinutes} ${bad}+0x${minutes} ${quiet}+0x${restMinutes}`;
}

describe.skipIf(promtool === undefined)('Prometheus itself', () => {
  const run = (args: readonly string[], files: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'leadchat-promtool-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return execFileSync(promtool ?? '', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  };

  it('accepts the rules and the file of docs/alerts.md, as the page says to check them', () => {
    const files = { 'prometheus.yml': scrapeConfig, 'leadchat-alerts.yml': ruleFile };
    expect(run(['check', 'config', 'prometheus.yml'], files)).toContain(`${readRules(ruleFile).length} rules found`);
  });

  it('has a fault for each alert', () => {
    expect(Object.keys(faults).sort()).toEqual(
      readRules(ruleFile)
        .map(({ alert }) => alert)
        .sort(),
    );
  });

  // YAML contains JSON.
  it.each(Object.entries(faults))('fires and ends: %s', (alert, fault) => {
    const test = { rule_files: ['leadchat-alerts.yml'], evaluation_interval: '1m', tests: [ruleTest(alert, fault)] };
    const files = { 'leadchat-alerts.yml': ruleFile, 'test.yml': JSON.stringify(test) };
    expect(run(['test', 'rules', 'test.yml'], files)).toContain('SUCCESS');
  });
});
