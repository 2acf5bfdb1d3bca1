import { CommandError, UsageError } from './arguments.ts';
import { runDemo } from './demo.ts';
import { runDoctorCommand } from './doctor.ts';
import { runErase } from './erase.ts';
import { isHostUnusable, isPortTaken } from './lifecycle.ts';
import { runSandbox } from './sandbox.ts';
import { runServe } from './serve.ts';
import { runSnippet } from './snippet.ts';

const commands: Record<string, (args: string[]) => Promise<void>> = {
  demo: runDemo,
  serve: runServe,
  sandbox: runSandbox,
  doctor: runDoctorCommand,
  snippet: runSnippet,
  erase: runErase,
};

const usage = `Usage: leadchat <command> [options]

  demo      sandbox, proxy and a demo site together
  serve     the proxy
  sandbox   a local implementation of the whole service
  doctor    checks a proxy's configuration against the live service
  snippet   prints the script tag with its hashes, and what a Content Security Policy needs
  erase     deletes every lead of a phone from the proxy's store

Options of each: leadchat <command> --help`;

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];

if (command === undefined) {
  const asked = name === '' || name === '--help' || name === 'help';
  if (asked) console.log(usage);
  else console.error(`[leadchat] there is no command "${name}".\n\n${usage}`);
  process.exitCode = asked ? 0 : 2;
} else {
  try {
    await command(args);
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** Exit codes: 2 for a command line or configuration that cannot be used, 1 for everything else. */
function report(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(`[leadchat] ${error.message}`);
    return 2;
  }
  if (error instanceof CommandError) {
    console.error(`[leadchat] ${error.message}`);
    return 1;
  }
  // A file or id that cannot be used says so itself; a stack would only hide it.
  if (error instanceof Error && /^\[(?:sandbox|store)\] /.test(error.message)) {
    console.error(`[leadchat] ${error.message.replace(/^\[\w+\] /, '')}`);
    return 2;
  }
  if (isPortTaken(error) && error instanceof Error && 'port' in error) {
    console.error(`[leadchat] port ${error.port} is taken. Stop what listens there, or choose another with --port N.`);
    return 1;
  }
  if (isHostUnusable(error)) {
    const named = error instanceof Error ? error.message : error;
    console.error(`[leadchat] --host is no address of this machine (${named}). Leave it out, or name one that is.`);
    return 2;
  }
  console.error('[leadchat]', error);
  return 1;
}
