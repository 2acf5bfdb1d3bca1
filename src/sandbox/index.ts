export { defaultScript } from './agent/default-script.ts';
export {
  type AgentScript,
  type AgentScriptInput,
  type AgentScriptParseResult,
  parseAgentScript,
} from './agent/script.ts';
export { simulatedNumbers } from './calls/simulated-call.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
