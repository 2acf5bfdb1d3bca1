import { systemClock, withTimeout } from '../../clock.ts';
import { responseTimeoutMs } from '../../request-json.ts';
import { shareLoad } from '../../shared-load.ts';

const importLeads = () => import('./leads.ts');

export type LeadsModule = Awaited<ReturnType<typeof importLeads>>;

export type LeadsLoader = ReturnType<typeof createLeadsLoader>;

/** Loads the code for leads. A failed load is not repeated, but the next one tries again, unless it follows at once. */
export function createLeadsLoader(importModule: () => Promise<LeadsModule> = importLeads) {
  let loaded: LeadsModule | undefined;

  // Each change of an option that the chat depends on asks for it.
  const { load, forgetFailure } = shareLoad(async () => {
    loaded = await importModule();
    return loaded;
  });

  return {
    /** Undefined until it has come. A chat with it is created at once; an `import()` would wait for other tasks of the browser. */
    loaded: () => loaded,
    load,
    forgetFailure,
    /** Rejects if it takes so long that the visitor should know. `onLate` is called if it comes after that. */
    async loadInTime(onLate: () => void): Promise<LeadsModule> {
      const loading = load();
      const inTime = await withTimeout(loading, { clock: systemClock, timeoutMs: responseTimeoutMs, late: undefined });
      if (inTime !== undefined) return inTime;
      // A failure after that is no news.
      loading.then(onLate, () => {});
      throw new Error(`the code of the form did not come within ${responseTimeoutMs} ms`);
    },
  };
}
