import { setTimeout as wait } from 'node:timers/promises';
import { adminToken } from './command.ts';

/**
 * A process that reads as operators and their tools do, until it is killed: one export after another, a search in the
 * dashboard and a scrape of the metrics each second. Prints a line when it has begun; ends when one fails.
 */
const [, , port = ''] = process.argv;

const exportAll = () => read('/admin/api/leads/csv', {});
const search = () => read('/admin/api/leads/search', { filter: { search: 'nobody' } });
const scrape = () => read('/metrics');

await Promise.all([search(), scrape()]);
console.log(JSON.stringify({ isReady: true }));
await Promise.all([repeat(exportAll, 0), repeat(search, 1_000), repeat(scrape, 1_000)]);

async function repeat(request: () => Promise<void>, pauseMs: number): Promise<never> {
  for (;;) {
    await request();
    await wait(pauseMs);
  }
}

async function read(path: string, body?: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} responds with ${response.status}`);
}
