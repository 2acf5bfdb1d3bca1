import { inspect } from 'node:util';
import { CommandError, portAdvice, UsageError } from './arguments.ts';
import { readVersion } from './package-root.ts';
import { reportFailure } from './report-failure.ts';

type RunCommand = (args: string[]) => Promise<void>;

/** Each command loads only what it needs: `sandbox` and `snippet` need no proxy, and help needs nothing. */
const commands: Record<string, () => Promise<RunCommand>> = {
  demo: async () => (await import('./demo.ts')).runDemo,
  serve: async () => (await import('./serve.ts')).runServe,
  sandbox: async () => (await import('./sandbox.ts')).runSandbox,
  doctor: async () => (await import('./doctor.ts')).runDoctorCommand,
  snippet: async () => (await import('./snippet.ts')).runSnippet,
  export: async () => (await import('./export.ts')).runExport,
  erase: async () => (await import('./erase.ts')).runErase,
  block: async () => (await import('./block.ts')).runBlock,
  unblock: async () => (await import('./block.ts')).runUnblock,
};

const usage = `Usage: leadchat <command> [options]

  demo      starts the sandbox, the proxy and a demo site
  serve     starts the proxy
  sandbox   starts a local implementation of the whole service
  doctor    checks a proxy's configuration against the live service
  snippet   prints the script tag with its hashes and the lines for a Content Security Policy
  export    prints everything that the proxy's store holds about a person, or the settings that apply
  erase     deletes every lead of a phone number from the proxy's store
  block     blocks a phone number: nobody calls it
  unblock   removes a phone number from the block list

leadchat <command> --help prints the options of a command, leadchat --version the version.`;

/** Runs a command line. Resolves with the exit code if the command failed. */
export async function run([name = '', ...args]: readonly string[]): Promise<number | undefined> {
  if (name === '--version') {
    console.log(readVersion());
    return undefined;
  }
  const load = commands[name];
  if (load === undefined) {
    const wantsHelp = name === '' || name === '--help' || name === 'help';
    if (wantsHelp) console.log(usage);
    else console.error(`[leadchat] unknown command "${name}".\n\n${usage}`);
    return wantsHelp ? undefined : 2;
  }
  try {
    const command = await load();
    await command(args);
    return undefined;
  } catch (error) {
    return report(error, name);
  }
}

/** Exit codes: 2 for an invalid command line or configuration, 1 for everything else. */
async function report(error: unknown, command: string): Promise<number> {
  const { message, code } = await describeFailure(error, command);
  reportFailure(command, message);
  return code;
}

/** Exported for the test. */
export async function describeFailure(error: unknown, command: string): Promise<{ message: string; code: 1 | 2 }> {
  if (error instanceof UsageError) return { message: error.message, code: 2 };
  if (error instanceof CommandError) return { message: error.message, code: 1 };
  const { isStoreError } = await import('../proxy/index.ts');
  // The message names the file, the database or the ID; a stack trace would only hide it.
  if (isStoreError(error)) {
    // An unreachable database may be reachable at the next start. An unusable one needs another configuration.
    return { message: error.message.replace('[store] ', ''), code: error.retryAfterMs === undefined ? 2 : 1 };
  }
  if (error instanceof Error && error.message.startsWith('[sandbox] ')) {
    return { message: error.message.replace('[sandbox] ', ''), code: 2 };
  }
  const code = systemCode(error);
  if (code === 'EADDRINUSE' && error instanceof Error && 'port' in error) {
    const message = `port ${error.port} is taken. Stop the program that uses it, or choose another port: ${portAdvice(command, process.env.npm_lifecycle_event)}`;
    return { message, code: 1 };
  }
  if (code === 'EACCES' && error instanceof Error && 'syscall' in error && error.syscall === 'listen') {
    const port = 'port' in error ? error.port : '';
    const message = `port ${port} is one that this user may not listen on. Choose one from 1024, and let a reverse proxy serve 80 and 443: ${portAdvice(command, process.env.npm_lifecycle_event)}`;
    return { message, code: 2 };
  }
  if (error instanceof Error && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
    const message = `--host must be an address of this machine (${error.message}). Change it or leave it out.`;
    return { message, code: 2 };
  }
  return { message: inspect(error), code: 1 };
}

/** The code of a system error, such as EADDRINUSE; empty for other errors. */
function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
