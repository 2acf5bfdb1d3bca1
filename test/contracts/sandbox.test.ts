import { afterAll, beforeAll } from 'vitest';
import { createSandbox, type Sandbox, simulatedNumbers } from '../../src/sandbox/index.ts';
import { reachService, type Service } from './service.ts';
import { testService } from './suite.ts';

let sandbox: Sandbox;
let service: Service;

beforeAll(async () => {
  // Calls are over soon, and still last long enough to be seen before their end.
  sandbox = await createSandbox({ callStepMs: 700 });
  service = reachService({
    baseUrl: `${sandbox.url}/v1`,
    hooksUrl: sandbox.url,
    wssUrl: sandbox.url.replace('http', 'ws'),
    apiKey: 'sandbox-key',
    flowId: sandbox.ids.flow,
    journeyId: sandbox.ids.journey,
    agentId: sandbox.ids.agent,
    mayEnrol: true,
    mayCall: true,
    phone: simulated('completed'),
    congestedPhone: simulated('congestion'),
    transferredPhone: simulated('transferred'),
    timeoutMs: 15_000,
  });
});
afterAll(() => sandbox.stop());

testService('the sandbox', () => service);

function simulated(outcome: (typeof simulatedNumbers)[number]['outcome']): string | undefined {
  return simulatedNumbers.find((number) => number.outcome === outcome)?.phone;
}
