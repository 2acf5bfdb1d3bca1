import { parseArgs } from 'node:util';
import { type Assumptions, assumptionsSchema } from '../../src/protocol/service/assumptions.ts';
import { checks } from './checks.ts';
import { describeOutcome, type Outcome, runChecks } from './run-checks.ts';
import { reachService, type ServiceTarget } from './service.ts';

export const usage = `npm run contract -- --base-url URL --hooks-url URL --wss-url URL --flow ID [options]

Tests the whole service API and prints one line per check. The API key comes from LEADCHAT_API_KEY.

  --journey ID             also runs the checks that need a journey
  --agent ID               also runs the checks that need an agent
  --with-enrolment         enrolls leads with invented numbers in the journey
  --with-calls --phone N   RINGS that phone, several times
  --congested-phone N      a number whose calls end in CONGESTION
  --transferred-phone N    a number whose calls are transferred
  --assumptions JSON       choices instead of those in src/protocol/service/assumptions.ts

It always creates leads, tags, sessions and conversations, with phone numbers reserved for fiction. They stay, because the service
API deletes nothing; the end of the output lists them. Exit codes: 0 all rules pass, 1 a rule fails, 2 wrong arguments.`;

/** The whole command. Returns the exit code. */
export async function runContractCommand(
  parameters: readonly string[],
  environment: Record<string, string | undefined>,
  print: (line: string) => void,
): Promise<0 | 1 | 2> {
  const parsed = readTarget(parameters, environment);
  if (!parsed.ok) {
    print(parsed.problem);
    print(usage);
    return 2;
  }
  const { target } = parsed;
  const created: string[] = [];
  const outcomes: Outcome[] = [];
  const service = reachService(target, (what) => created.push(what));
  for await (const outcome of runChecks(checks, service)) {
    outcomes.push(outcome);
    // A service that reflects its request could send the key back in a response that is quoted.
    const detail = outcome.detail?.replaceAll(target.apiKey, '[key]');
    print(describeOutcome({ ...outcome, detail }));
  }
  const count = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result).length;
  print('');
  print(`rules: ${count('ok')} passed, ${count('failed')} failed`);
  print(`choices: ${count('holds')} hold, ${count('differs')} differ. not checked: ${count('skipped')}`);
  print(`created, and still there (${created.length}):${created.map((what) => `\n  ${what}`).join('')}`);
  return count('failed') === 0 ? 0 : 1;
}

type TargetParseResult = { ok: true; target: ServiceTarget } | { ok: false; problem: string };

function readTarget(parameters: readonly string[], environment: Record<string, string | undefined>): TargetParseResult {
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
    const required = (name: 'base-url' | 'hooks-url' | 'wss-url' | 'flow') => {
      const value = values[name];
      if (value === undefined) throw new Error(`--${name} is missing.`);
      return value.replace(/\/+$/, '');
    };
    const apiKey = environment.LEADCHAT_API_KEY;
    if (apiKey === undefined || apiKey === '') throw new Error('LEADCHAT_API_KEY is not set.');
    return {
      ok: true,
      target: {
        baseUrl: required('base-url'),
        hooksUrl: required('hooks-url'),
        wssUrl: required('wss-url'),
        apiKey,
        flowId: required('flow'),
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
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function readAssumptions(text: string | undefined): Assumptions {
  const parsed = assumptionsSchema.safeParse(JSON.parse(text ?? '{}'));
  if (parsed.success) return parsed.data;
  throw new Error('--assumptions names something that src/protocol/service/assumptions.ts does not have.');
}
