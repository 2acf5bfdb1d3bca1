import { exportPhone, exportSettings } from '../proxy/index.ts';
import { readOptions } from './arguments.ts';
import { usableConfig } from './command-config.ts';
import { failWithStore, phoneCommand } from './phone-command.ts';

const exportPerson = phoneCommand({
  name: 'export',
  description: `Prints everything that the proxy's store holds about a person as JSON: leads, calls, enrolments, webhooks, ratings, notes,
what operators have done, and a block. The proxy may keep running. The service's own data is not included.

With --settings instead of --phone, it prints what applies of \`widget\`, \`forms\` and \`names\`, and where each part comes from:
the dashboard (saved), the configuration file or the environment (file), or neither (default).`,
  run: exportPhone,
  describe: ({ data }) => JSON.stringify(data, null, 2),
});

export async function runExport(args: string[]): Promise<void> {
  if (!args.includes('--settings')) return exportPerson(args);
  const options = readOptions(args, {
    settings: { type: 'boolean' },
    config: { type: 'string' },
    dev: { type: 'boolean' },
  });
  const { config } = await usableConfig(options);
  console.log(JSON.stringify(await exportSettings(config).catch(failWithStore), null, 2));
}
