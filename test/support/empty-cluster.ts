import { rmSync } from 'node:fs';
import { createCluster } from './postgres.ts';

/** Makes the files of a Postgres without databases, once for all tests of a run to copy. Returns what removes them. */
export default async function setup(): Promise<(() => void) | undefined> {
  if ((process.env.LEADCHAT_TEST_DATABASE_URL ?? '') !== '') return undefined;
  const { folder, data } = await createCluster();
  process.env.LEADCHAT_TEST_EMPTY_CLUSTER = data;
  return () => rmSync(folder, { recursive: true, force: true });
}
