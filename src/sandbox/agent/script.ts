import * as z from 'zod';

/** Something the agent says. `{first_name}` stands for that field of the lead, `{first_name|there}` for `there` without one. */
const line = z.string().trim().min(1).max(2000);
const phrase = z.string().trim().min(1).max(100);

/** What the scripted agent says, as data. */
export const agentScript = z.strictObject({
  /** Name of the agent, in `chatowner` and `message` frames. */
  name: z.string().min(1).max(100),
  /** Address of the agent's picture. @default one that the sandbox serves */
  profilepic: z.url().optional(),
  /** How long the agent thinks before it says something, in milliseconds. @default 0 */
  thinkMs: z.int().min(0).max(60_000).default(0),
  /** The first thing said in a conversation: to a lead whose first name is known, and to everybody else. */
  greeting: z.strictObject({ known: line, unknown: line }),
  /** Asked one after the other, whenever no answer fits. */
  questions: z.array(line).max(50).default([]),
  /** Answers, the first that fits: one of its phrases is in the message, as whole words, in any case. */
  answers: z
    .array(z.strictObject({ when: z.array(phrase).min(1).max(50), say: line }))
    .max(200)
    .default([]),
  /** The offer of a call, made once after the questions. */
  call: z
    .strictObject({ offer: line, yes: z.array(phrase).min(1), accepted: line, no: z.array(phrase), declined: line })
    .optional(),
  /** Said in turn once there is nothing left to ask. */
  otherwise: z.array(line).min(1).max(50),
});
export type AgentScript = z.output<typeof agentScript>;
export type AgentScriptInput = z.input<typeof agentScript>;

export type AgentScriptReading = { ok: true; script: AgentScript } | { ok: false; faults: string[] };

/** Reads a script file's text. Every fault is named with its place: `answers.0.say: …`. */
export function readAgentScript(text: string): AgentScriptReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, faults: [`is not JSON: ${error instanceof Error ? error.message : error}`] };
  }
  const result = agentScript.safeParse(value);
  if (result.success) return { ok: true, script: result.data };
  return { ok: false, faults: describeFaults(result.error) };
}

/** @throws TypeError with every fault, for a script that was handed in as a value. */
export function checkAgentScript(script: AgentScriptInput): AgentScript {
  const result = agentScript.safeParse(script);
  if (result.success) return result.data;
  throw new TypeError(`[sandbox] the agent's script cannot be used: ${describeFaults(result.error).join('; ')}`);
}

function describeFaults(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`));
}
