import { createSandbox } from '../../src/sandbox/index.ts';

/** Never run: `tsc` checks that these compile. */
export async function use(): Promise<void> {
  const sandbox = await createSandbox({ port: 0, key: 'k', flows: ['f1000000-0000-4000-8000-000000000002'] });
  sandbox.url.startsWith('http://');
  sandbox.ids.flow.length.toFixed();
  await sandbox.stop();
}

/** And that each of these does not, for the reason beside it. */
export async function misuse(): Promise<void> {
  // @ts-expect-error -- ports are numbers here; only the command line takes texts
  await createSandbox({ port: '0' });
  // @ts-expect-error -- known flows are a list
  await createSandbox({ flows: 'f1000000-0000-4000-8000-000000000002' });
  // @ts-expect-error -- there is no such option
  await createSandbox({ data: 'sandbox.db' });
  const sandbox = await createSandbox();
  // @ts-expect-error -- what a sandbox is called is its own doing
  sandbox.url.port;
  // @ts-expect-error -- it ends by stop()
  sandbox.close();
}
