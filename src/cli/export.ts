import { exportPhone } from '../proxy/index.ts';
import { readOptions, UsageError } from './arguments.ts';
import { usableConfig } from './serve.ts';

const help = `Usage: leadchat export --phone NUMBER [options]

Prints everything that the proxy's store holds about a person as JSON: leads, calls, enrolments and webhooks. You need
not stop the proxy. What the service holds is not included.

  --phone NUMBER  with country code, as +14155552671
  --config FILE   configuration (default: leadchat.config.ts, .js or .json here, and the environment)
  --dev           the configuration is one for serve --dev`;

export async function runExport(args: string[]): Promise<void> {
  const options = readOptions(args, {
    phone: { type: 'string' },
    config: { type: 'string' },
    dev: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (options.help === true) {
    console.log(help);
    return;
  }
  if (options.phone === undefined) throw new UsageError('export needs --phone, such as --phone +14155552671.');
  const result = await exportPhone(await usableConfig(options.config, options.dev === true), options.phone);
  if (!result.ok) throw new UsageError(result.message);
  console.log(JSON.stringify(result.data, null, 2));
}
