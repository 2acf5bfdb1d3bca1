import * as z from 'zod';

/**
 * A text of the agent. `{first_name}` inserts that field of the lead, `{first_name|there}` inserts `there` without one.
 */
const line = z.string().trim().min(1).max(2000);
const phrase = z.string().trim().min(1).max(100);

/** What the scripted agent says. */
const agentScript = z.strictObject({
  /** Name of the agent, in `chatowner` and `message` frames. */
  name: z.string().min(1).max(100),
  /** URL of the agent's picture. @default a picture that the sandbox serves */
  profilepic: z.url().optional(),
  /** Delay before each message of the agent, in milliseconds. @default 0 */
  thinkMs: z.int().min(0).max(60_000).default(0),
  /** First message of a conversation, with and without the lead's first name. */
  greeting: z.strictObject({ known: line, unknown: line }),
  /** Asked one after the other when no answer matches. */
  questions: z.array(line).max(50).default([]),
  /** The agent gives the first answer with a phrase in the message. Phrases match whole words in any case. */
  answers: z
    .array(z.strictObject({ when: z.array(phrase).min(1).max(50), say: line }))
    .max(200)
    .default([]),
  /** The offer of a call, made once after the questions. */
  call: z
    .strictObject({ offer: line, yes: z.array(phrase).min(1), accepted: line, no: z.array(phrase), declined: line })
    .optional(),
  /** Said in turn after the last question. */
  otherwise: z.array(line).min(1).max(50),
});
export type AgentScript = z.output<typeof agentScript>;
export type AgentScriptInput = z.input<typeof agentScript>;

export type AgentScriptParseResult = { ok: true; script: AgentScript } | { ok: false; problems: string[] };

/** Parses the text of a script file. Each problem names its place: `answers.0.say: …`. */
export function parseAgentScript(text: string): AgentScriptParseResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problems: [`is not JSON: ${error instanceof Error ? error.message : error}`] };
  }
  const result = agentScript.safeParse(value);
  if (result.success) return { ok: true, script: result.data };
  return { ok: false, problems: describeProblems(result.error) };
}

/** @throws TypeError with all problems of a script that was passed as a value. */
export function checkAgentScript(script: AgentScriptInput): AgentScript {
  const result = agentScript.safeParse(script);
  if (result.success) return result.data;
  throw new TypeError(`[sandbox] the agent's script cannot be used: ${describeProblems(result.error).join('; ')}`);
}

function describeProblems(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`));
}
