import { parseArgs } from 'node:util';
import { type Assumptions, assumptionsSchema } from '../../src/protocol/index.ts';
import { checks } from './checks.ts';
import { describeOutcome, type Outcome, runChecks } from './run-checks.ts';
import { reachService, type ServiceTarget } from './service.ts';

export const usage = `npm run contract -- --base-url URL --hooks-url URL --wss-url URL --flow ID [options]

Tests the whole service API and prints one line per check. The API key comes from LEADCHAT_API_KEY.

  --journey ID             also checks what needs a journey
  --agent ID               also checks what needs an agent
  --with-enrolment         enrolls leads in the journey: what it does, it does to invented numbers
  --with-calls --phone N   RINGS that phone, several times
  --congested-phone N      a number whose calls end in CONGESTION
  --transferred-phone N    a number whose calls are transferred
  --assumptions JSON       choices that differ from src/protocol/assumptions.ts

Leads, tags, sessions and conversations are made in any case, with phone numbers reserved for fiction, and stay: the service API
deletes nothing. They are listed at the end. Exit 0: no rule is broken. 1: one is. 2: the command cannot be used so.`;

/** The whole command. Returns the exit code. */
export async function runContractCommand(
  parameters: readonly string[],
  environment: Record<string, string | undefined>,
  print: (line: string) => void,
): Promise<0 | 1 | 2> {
  const reading = readTarget(parameters, environment);
  if (!reading.ok) {
    print(reading.fault);
    print(usage);
    return 2;
  }
  const { target } = reading;
  const made: string[] = [];
  const outcomes: Outcome[] = [];
  const service = reachService(target, (what) => made.push(what));
  for await (const outcome of runChecks(checks, service)) {
    outcomes.push(outcome);
    // A service that reflects its request could have the key in an answer that is quoted.
    const detail = outcome.detail?.replaceAll(target.apiKey, '[key]');
    print(describeOutcome({ ...outcome, detail }));
  }
  const count = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result).length;
  print('');
  print(`rules: ${count('ok')} kept, ${count('failed')} broken`);
  print(`choices: ${count('holds')} hold, ${count('differs')} differ. not checked: ${count('skipped')}`);
  print(`made, and left there (${made.length}):${made.map((what) => `\n  ${what}`).join('')}`);
  return count('failed') === 0 ? 0 : 1;
}

type Reading = { ok: true; target: ServiceTarget } | { ok: false; fault: string };

function readTarget(parameters: readonly string[], environment: Record<string, string | undefined>): Reading {
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: {
        'base-url': { type: 'string' },
        'hooks-url': { type: 'string' },
        'wss-url': { type: 'string' },
        flow: { type: 'string' },
        journey: { type: 'string' },
        agent: { type: 'string' },
        phone: { type: 'string' },
        'congested-phone': { type: 'string' },
        'transferred-phone': { type: 'string' },
        assumptions: { type: 'string' },
        'with-enrolment': { type: 'boolean', default: false },
        'with-calls': { type: 'boolean', default: false },
      },
    });
    const given = (name: 'base-url' | 'hooks-url' | 'wss-url' | 'flow') => {
      const value = values[name];
      if (value === undefined) throw new Error(`--${name} is missing.`);
      return value.replace(/\/+$/, '');
    };
    const apiKey = environment.LEADCHAT_API_KEY;
    if (apiKey === undefined || apiKey === '') throw new Error('LEADCHAT_API_KEY is not set.');
    return {
      ok: true,
      target: {
        baseUrl: given('base-url'),
        hooksUrl: given('hooks-url'),
        wssUrl: given('wss-url'),
        apiKey,
        flowId: given('flow'),
        journeyId: values.journey,
        agentId: values.agent,
        mayEnrol: values['with-enrolment'],
        mayCall: values['with-calls'],
        phone: values.phone,
        congestedPhone: values['congested-phone'],
        transferredPhone: values['transferred-phone'],
        assumptions: readAssumptions(values.assumptions),
      },
    };
  } catch (error) {
    return { ok: false, fault: error instanceof Error ? error.message : String(error) };
  }
}

function readAssumptions(text: string | undefined): Assumptions {
  const parsed = assumptionsSchema.safeParse(JSON.parse(text ?? '{}'));
  if (parsed.success) return parsed.data;
  throw new Error('--assumptions names something that src/protocol/assumptions.ts does not have.');
}
