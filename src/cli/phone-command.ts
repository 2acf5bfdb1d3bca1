import { describeStore, isStoreError, type ProxyConfig } from '../proxy/index.ts';
import { CommandError, readOptions, UsageError } from './arguments.ts';
import { usableConfig } from './command-config.ts';

const commonHelp = `  --phone NUMBER  with + and country code, such as +14155552671; else it is read with the forms' defaultCountry
  --config FILE   configuration (default: leadchat.config.ts, .js or .json here, and the environment)
  --dev           read the configuration as serve --dev would`;

type PhoneCommand<Result> = {
  /** Name of the command: `erase`. */
  name: string;
  /** Printed between the usage and the options. */
  description: string;
  /** Further options with a text: their help, by name. @default none */
  options?: Readonly<Record<string, string>>;
  /** `optionOf` returns the value of a further option. */
  run(
    config: ProxyConfig,
    phone: string,
    optionOf: (option: string) => string | undefined,
  ): Promise<Result | { ok: false; message: string }>;
  /** The text to print. */
  describe(result: Result): string;
};

/** A command about the person with a phone number, in the store of a proxy. */
export function phoneCommand<Result extends { ok: true; reading?: string }>({
  name,
  description,
  options: further = {},
  run,
  describe,
}: PhoneCommand<Result>) {
  const optionsHelp = [commonHelp, ...Object.values(further).map((help) => `  ${help}`)].join('\n');
  return async (args: string[]): Promise<void> => {
    const options = readOptions(args, {
      ...Object.fromEntries(Object.keys(further).map((option) => [option, { type: 'string' as const }])),
      phone: { type: 'string' },
      config: { type: 'string' },
      dev: { type: 'boolean' },
      help: { type: 'boolean' },
    });
    if (options.help === true) {
      console.log(`Usage: leadchat ${name} --phone NUMBER [options]\n\n${description}\n\n${optionsHelp}`);
      return;
    }
    if (options.phone === undefined) throw new UsageError(`${name} needs --phone, such as --phone +14155552671.`);
    const values: Readonly<Record<string, unknown>> = options;
    const optionOf = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
    const { config } = await usableConfig(options);
    // In the wrong store nobody is found, which looks like a success. So the store is printed first.
    console.error(`[leadchat] store: ${describeStore(config.store)}`);
    const result = await run(config, options.phone, optionOf).catch(failWithStore);
    if (!result.ok) throw new UsageError(result.message);
    if (result.reading !== undefined) console.error(`[leadchat] ${options.phone} was read as ${result.reading}`);
    console.log(describe(result));
  };
}

/** Says what to do about a store that cannot be used. */
export function failWithStore(error: unknown): never {
  if (!isStoreError(error)) throw error;
  const message = error.message.replace('[store] ', '');
  // Without a store, that of another configuration is the usual reason.
  if (error.code === 'no-store') {
    throw new CommandError(`${message} Start this command with the configuration and the DATABASE_URL of the proxy.`);
  }
  const canRetry = error.retryAfterMs !== undefined;
  throw new CommandError(canRetry ? `${message} When it can be used again, start this command again.` : message);
}
