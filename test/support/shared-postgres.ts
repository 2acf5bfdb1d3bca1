import { startOwnPostgres } from './postgres.ts';

/** Starts one Postgres for all tests of a run. Returns what stops it. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if ((process.env.LEADCHAT_TEST_DATABASE_URL ?? '') !== '') return undefined;
  const { url, stop } = await startOwnPostgres();
  process.env.LEADCHAT_TEST_SHARED_POSTGRES = url;
  return stop;
}
