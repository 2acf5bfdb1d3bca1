import { startStack } from '../support/start-stack.ts';
import type { Engine, Visit } from './engine.ts';
import type { Journey } from './journey.ts';

export type Outcome = 'passed' | 'failed' | 'left out';

/** For the hosted chat. */
const formInSteps = {
  fields: [
    {
      name: 'visit',
      type: 'radio',
      label: 'What is it about?',
      required: true,
      options: [
        { value: 'checkup', label: 'A check-up' },
        { value: 'pain', label: 'Something hurts' },
      ],
    },
    {
      name: 'days',
      type: 'checkboxes',
      label: 'Which days?',
      options: [
        { value: 'mon', label: 'Monday' },
        { value: 'tue', label: 'Tuesday' },
      ],
    },
    { name: 'people', type: 'number', label: 'How many?', step: 1 },
    { name: 'phone', type: 'tel' },
  ],
  steps: [{ fields: ['visit', 'days', 'people'] }, { fields: ['phone'] }],
};

const defaultJourneyMs = 60_000;
const closingMs = 10_000;

/** Runs all journeys in one engine in turn, each with a new visitor, and prints a line for each. */
export async function runIn(start: () => Promise<Engine>, journeys: readonly Journey[]): Promise<Outcome[]> {
  const { stack, stop } = await startStack({ forms: { steps: formInSteps }, more: { hostedChat: true } });
  try {
    const engine = await start();
    try {
      const outcomes: Outcome[] = [];
      for (const journey of journeys) {
        const startedAt = performance.now();
        const { timeoutMs = defaultJourneyMs } = journey;
        let problem: unknown;
        let found: unknown;
        let visit: Visit | undefined;
        let outcome: Outcome = 'passed';
        try {
          visit = await within(defaultJourneyMs, engine.visit(journey.visit));
          if (journey.needsSwitch === true && visit.setOnline === undefined) outcome = 'left out';
          else found = await within(timeoutMs, journey.run({ engine, visit, stack }));
        } catch (error) {
          outcome = 'failed';
          problem = error;
        }
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        console.log(`${outcome.padEnd(8)} ${engine.name.padEnd(8)} ${journey.title} (${seconds} s)`);
        if (typeof found === 'string') console.log(`         → ${engine.name}: ${found}`);
        if (outcome === 'left out')
          console.log('         this system has no separate network that can be switched off');
        if (outcome === 'failed') console.log(problem);
        outcomes.push(outcome);
        await within(closingMs, visit?.close() ?? Promise.resolve()).catch((error: unknown) => console.error(error));
      }
      return outcomes;
    } finally {
      await within(closingMs, engine.close());
    }
  } finally {
    await stop();
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done within ${ms / 1000} s`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
