import type { AssumptionName } from '../../protocol/service/assumptions.ts';

export type DoctorCheck = {
  /** Subject of the check: `API key`. */
  name: string;
  /**
   * `warning`: usable, but unwise in production. `not verified`: nothing speaks against it, but only real use can show
   * that it is right. `skipped`: an earlier check failed.
   */
  state: 'ok' | 'warning' | 'failed' | 'not verified' | 'skipped';
  /** Result, without secrets. */
  detail: string;
  /** How to fix it. */
  advice?: string;
};

/** The results that a check of this subject can have. */
export function checkOf(name: string) {
  const result =
    (state: DoctorCheck['state']) =>
    (detail: string, advice?: string): DoctorCheck => ({
      name,
      state,
      detail,
      ...(advice !== undefined && { advice }),
    });
  return {
    ok: result('ok'),
    warning: result('warning'),
    failed: result('failed'),
    notVerified: result('not verified'),
    skipped: result('skipped'),
  };
}

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

/** The report of an unusable configuration. Each problem is a failed check. */
export function reportProblems(problems: readonly string[]): DoctorReport {
  const { failed } = checkOf('configuration');
  return reportOf(
    problems.map((problem) => failed(problem)),
    [],
  );
}

/** The report as plain text: one line per check, followed by its advice. */
export function describeReport(report: DoctorReport): string {
  const width = Math.max(...report.checks.map((check) => check.name.length));
  const checks = report.checks.flatMap(({ name, state, detail, advice }) => [
    `${state.padEnd(14)}${name.padEnd(width)}  ${detail}`,
    ...(advice === undefined ? [] : [`${' '.repeat(width + 16)}→ ${advice}`]),
  ]);
  const nameWidth = Math.max(0, ...report.assumptions.map(({ name }) => name.length));
  const assumptions = report.assumptions.map(({ name, section, choice, state, detail }) => {
    const suffix = detail === undefined ? '' : ` (${detail})`;
    return `${state.padEnd(15)}${name.padEnd(nameWidth)}  ${choice}${suffix} [${section}]`;
  });
  const counts = (['ok', 'warning', 'failed', 'not verified', 'skipped'] as const)
    .map((state) => ({ state, count: report.checks.filter((check) => check.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`);
  const verdict = report.ok ? 'This configuration can be used.' : 'This configuration cannot be used yet.';
  const result = `${verdict} Checks: ${counts.join(', ')}.`;
  const heading = 'Assumptions where the service API is silent:';
  return [...checks, ...(assumptions.length === 0 ? [] : ['', heading, ...assumptions]), '', result].join('\n');
}
