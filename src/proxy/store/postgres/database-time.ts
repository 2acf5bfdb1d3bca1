import type { Database } from '../sql.ts';

/** How often to look whether the database's clock was set, or runs faster than this machine's. */
const everyMs = 5_000;
const readTime = 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at';

/**
 * The database's time. All proxies of one database count their leases and due times by it, so it does not matter how their own
 * clocks are set: this machine only counts the milliseconds since it was read. On Linux it counts none while it sleeps: the time is
 * late by those until it is read again, within five seconds.
 */
export async function followDatabaseTime(database: Pick<Database, 'get'>): Promise<{ now(): number; stop(): void }> {
  /** The database's time less `performance.now()` is between these. */
  const measure = async () => {
    const askedAt = performance.now();
    const row = await database.get(readTime);
    const at = Number(row?.at);
    return { least: at - performance.now(), most: at - askedAt };
  };
  const { least, most } = await measure();
  let offset = (least + most) / 2;
  const correct = async () => {
    try {
      const { least, most } = await measure();
      // As long as it fits, it stays: an answer that took long says little.
      offset = Math.min(Math.max(offset, least), most);
    } catch {
      // A database that does not respond is asked next time.
    }
    if (!isStopped) timer = setTimeout(correct, everyMs).unref();
  };
  let isStopped = false;
  let timer = setTimeout(correct, everyMs).unref();
  return {
    now: () => Math.floor(offset + performance.now()),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
