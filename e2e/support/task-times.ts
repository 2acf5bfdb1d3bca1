import type { Browser } from 'playwright';
import * as z from 'zod';

const traceEvents = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.string().optional() }).optional(),
    }),
  ),
});

/**
 * The CPU time of each task on the main thread of the browser's pages during `work`, in milliseconds, read from a trace of Chromium. Unlike the
 * duration of a task, it does not grow by the time that other programs have the processor.
 */
export async function taskTimes(browser: Browser, work: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(undefined, { categories: ['disabled-by-default-devtools.timeline'] });
  await work();
  const trace = await browser.stopTracing();
  const { traceEvents: events } = traceEvents.parse(JSON.parse(trace.toString()));
  const mainThreads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  return events
    .filter(
      ({ name, pid, tid }) => name === 'RunTask' && mainThreads.some((main) => main.pid === pid && main.tid === tid),
    )
    .map(({ tdur = 0 }) => tdur / 1000);
}
