import { erasePhone } from '../proxy/index.ts';
import { readOptions, UsageError } from './arguments.ts';
import { usableConfig } from './serve.ts';

const help = `Usage: leadchat erase --phone NUMBER [options]

Deletes every lead of a phone number from the proxy's store, with its calls, enrolments and webhooks. You need not stop
the proxy.
The service keeps its own data: its API cannot delete a lead.

  --phone NUMBER  with country code, as +14155552671
  --config FILE   configuration (default: leadchat.config.ts, .js or .json here, and the environment)
  --dev           the configuration is one for serve --dev`;

export async function runErase(args: string[]): Promise<void> {
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
  if (options.phone === undefined) throw new UsageError('erase needs --phone, such as --phone +14155552671.');
  const result = await erasePhone(await usableConfig(options.config, options.dev === true), options.phone);
  if (!result.ok) throw new UsageError(result.message);
  console.log(result.erased === 1 ? 'Erased 1 lead.' : `Erased ${result.erased} leads.`);
}
