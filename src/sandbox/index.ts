export type { Clock } from '../clock.ts';
export {
  type AgentScript,
  type AgentScriptInput,
  type AgentScriptReading,
  readAgentScript,
} from './agent/script.ts';
export { simulatedNumbers } from './calls/simulated-numbers.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
