import { readFile } from 'node:fs/promises';
import { containsText, type MessageFrameTemplate } from '../protocol/service/frames.ts';
import { createSandbox, parseAgentScript, type SandboxOptions } from '../sandbox/index.ts';
import { readOptions, readPort, UsageError } from './arguments.ts';
import { announce, stopOnSignal } from './lifecycle.ts';

const help = `Usage: leadchat sandbox [options]

Starts a local implementation of the whole service, for the demo, for development and for tests.

  --port N       port (default 4002, or LEADCHAT_SANDBOX_PORT; 0: any free one)
  --host HOST    address to listen on (default 127.0.0.1; in a container use 0.0.0.0)
  --data FILE    keep everything in this SQLite file (default: in memory)
  --key KEY      API key to accept (default sandbox-key)
  --flow ID      also accept this flow; may be repeated
  --journey ID   also accept this journey; may be repeated
  --agent ID     also accept this agent; may be repeated
  --session-flow ID  flow that session initialization returns, whatever the request asks for
  --session-port N   second port; sessions from session initialization open only there
  --message-frame JSON  the client's message frame, with {text} for the text; other frames are ignored.
                 any: every frame that contains a text
  --script FILE  what the scripted agent says, as JSON
  --json         print the address as one JSON line`;

export async function runSandbox(args: string[]): Promise<void> {
  const options = readOptions(args, {
    port: { type: 'string' },
    host: { type: 'string' },
    data: { type: 'string' },
    key: { type: 'string' },
    flow: { type: 'string', multiple: true },
    journey: { type: 'string', multiple: true },
    agent: { type: 'string', multiple: true },
    'session-flow': { type: 'string' },
    'session-port': { type: 'string' },
    'message-frame': { type: 'string' },
    script: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (options.help === true) {
    console.log(help);
    return;
  }
  const settings: SandboxOptions = {
    port: readPort(options.port, 'LEADCHAT_SANDBOX_PORT', 4002),
    ...(options.host !== undefined && { host: options.host }),
    ...(options.data !== undefined && { dataFile: options.data }),
    ...(options.key !== undefined && { key: options.key }),
    ...(options.flow !== undefined && { flows: options.flow }),
    ...(options.journey !== undefined && { journeys: options.journey }),
    ...(options.agent !== undefined && { agents: options.agent }),
    ...(options['session-flow'] !== undefined && { sessionFlow: options['session-flow'] }),
    ...(options['session-port'] !== undefined && { sessionPort: readSessionPort(options['session-port']) }),
    ...(options['message-frame'] !== undefined && { messageFrame: readMessageFrame(options['message-frame']) }),
    ...(options.script !== undefined && { script: await loadScript(options.script) }),
  };
  const sandbox = await createSandbox(settings);
  stopOnSignal([() => sandbox.stop()]);
  announce({ sandbox: sandbox.url }, options.json === true, [
    `API key ${settings.key ?? 'sandbox-key'} · flow ${sandbox.ids.flow} · journey ${sandbox.ids.journey} · agent ${sandbox.ids.agent}`,
  ]);
}

function readSessionPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--session-port must be a port from 0 (any free one) to 65535, got "${text}".`);
}

function readMessageFrame(text: string): MessageFrameTemplate | 'any' {
  if (text === 'any') return text;
  try {
    const frame: unknown = JSON.parse(text);
    if (isObject(frame) && containsText(frame)) return frame;
  } catch {
    // Not JSON: the error below says what is expected.
  }
  throw new UsageError(`--message-frame must be a JSON object with "{text}" in one of its values, got ${text}`);
}

function isObject(value: unknown): value is MessageFrameTemplate {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function loadScript(file: string) {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`--script: cannot read ${file}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  const result = parseAgentScript(text);
  if (!result.ok) throw new UsageError(`--script ${file} cannot be used:\n${result.problems.join('\n')}`);
  return result.script;
}
