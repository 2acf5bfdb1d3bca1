import { assumptionNotes } from '../../src/protocol/service/assumptions.ts';
import { type Check, missingNeed } from './check.ts';
import type { Service } from './service.ts';

export type Outcome = {
  check: Check;
  /** `holds` and `differs` concern choices that the service API leaves open. Only `failed` breaks a rule. */
  result: 'ok' | 'failed' | 'holds' | 'differs' | 'skipped';
  detail: string | undefined;
};

/** Runs the checks one after the other, so that they do not look like an attack on a live service. */
export async function* runChecks(checks: readonly Check[], service: Service): AsyncGenerator<Outcome> {
  for (const check of checks) yield await runCheck(check, service);
}

async function runCheck(check: Check, service: Service): Promise<Outcome> {
  const missing = missingNeed(check, service);
  if (missing !== undefined) return { check, result: 'skipped', detail: `needs ${missing}` };
  const open = check.choice !== undefined;
  try {
    const seen = await check.run(service);
    return { check, result: open ? 'holds' : 'ok', detail: typeof seen === 'string' ? seen : undefined };
  } catch (error) {
    return { check, result: open ? 'differs' : 'failed', detail: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${messageOf(error.cause)})` : '';
  return error.message.replaceAll(/\s+/g, ' ').slice(0, 500) + cause;
}

export function describeOutcome({ check, result, detail }: Outcome): string {
  const about = [...new Set(check.rows.map((row) => row.split(': ')[0]))].join(', ');
  const choice = check.choice === undefined ? '' : ` [${describeChoice(check.choice)}]`;
  return `${result.padEnd(8)}${check.title} (${about})${choice}${detail === undefined ? '' : `: ${detail}`}`;
}

export function describeChoice(choice: NonNullable<Check['choice']>): string {
  return typeof choice === 'string' ? `${choice}: ${assumptionNotes[choice].choice}` : choice.presumed;
}
