import type { AssumptionName } from '../../protocol/index.ts';

export type DoctorCheck = {
  /** What was looked at: `API key`. */
  name: string;
  /** `warning`: it can be used, but not as it stands in production. `skipped`: something before it failed. */
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was seen. Never a secret. */
  detail: string;
  /** What to do about it. */
  advice?: string;
};

export type AssumptionFinding = {
  name: AssumptionName;
  /** Heading in docs/service-api.md. */
  section: string;
  choice: string;
  state: 'confirmed' | 'not confirmed' | 'not checked';
  detail?: string;
};

export type DoctorReport = {
  /** No check failed. */
  ok: boolean;
  checks: DoctorCheck[];
  assumptions: AssumptionFinding[];
};

export function reportOf(checks: DoctorCheck[], assumptions: AssumptionFinding[]): DoctorReport {
  return { ok: checks.every((check) => check.state !== 'failed'), checks, assumptions };
}

/** The report of a configuration that cannot even be read: each fault is a failed check. */
export function reportFaults(faults: readonly string[]): DoctorReport {
  const checks = faults.map((fault): DoctorCheck => ({ name: 'configuration', state: 'failed', detail: fault }));
  return reportOf(checks, []);
}

/** The report as a table for people: one line per check, and beneath it what to do. */
export function describeReport(report: DoctorReport): string {
  const width = Math.max(...report.checks.map((check) => check.name.length));
  const checks = report.checks.flatMap(({ name, state, detail, advice }) => [
    `${state.padEnd(9)}${name.padEnd(width)}  ${detail}`,
    ...(advice === undefined ? [] : [`${' '.repeat(width + 11)}→ ${advice}`]),
  ]);
  const nameWidth = Math.max(0, ...report.assumptions.map((one) => one.name.length));
  const assumptions = report.assumptions.map(({ name, section, choice, state, detail }) => {
    const seen = detail === undefined ? '' : ` (${detail})`;
    return `${state.padEnd(15)}${name.padEnd(nameWidth)}  ${choice}${seen} [${section}]`;
  });
  const failures = report.checks.filter((check) => check.state === 'failed').length;
  const result = report.ok
    ? 'This configuration can be used.'
    : `${failures} of ${report.checks.length} checks failed.`;
  const heading = 'What the service API leaves open, and what leadchat assumes (`npm run contract` checks the rest):';
  return [...checks, ...(assumptions.length === 0 ? [] : ['', heading, ...assumptions]), '', result].join('\n');
}
