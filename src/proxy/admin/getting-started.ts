import type { Hono } from 'hono';
import { type GettingStarted, type StartStep, startSteps } from '../../protocol/admin/start.ts';
import { isServiceError } from '../../service-client/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import type { MilestoneName } from '../store/queries/milestones.ts';

type StartDeps = Pick<AdminDeps, 'store' | 'client' | 'live' | 'log' | 'now'>;

/** How long a service that could not be reached is not asked again. */
const pauseMs = 10_000;
const timeoutMs = 5_000;

/** What is set up, and what is still to be done. What this list has found once stays done, also after its lead was deleted. */
export function addGettingStartedRoutes(app: Hono<AppEnvironment>, deps: StartDeps): void {
  const { store, live, now } = deps;
  const findProblem = createServiceCheck(deps);

  const describe = async (): Promise<GettingStarted> => {
    const known = new Map((await store.listMilestones()).map((milestone) => [milestone.name, milestone]));
    const reach = async (name: MilestoneName & StartStep, happened: () => Promise<boolean>) => {
      if (known.has(name)) return true;
      const isDone = await happened();
      if (isDone) await store.recordMilestone({ name, at: now() });
      return isDone;
    };
    const counts = await store.counts();
    const problem = known.has('service') ? undefined : await findProblem();
    const done: Record<StartStep, boolean> = {
      service: await reach('service', async () => problem === undefined),
      page: known.has('page'),
      lead: await reach('lead', async () => Object.values(counts).some((count) => count > 0)),
      delivered: await reach('delivered', async () => counts.delivered > 0),
      webhook: known.has('webhook'),
      hours: hasHours(live.config.value),
      consent: Object.values(live.config.value.forms).some(({ consent }) => consent !== undefined),
    };
    const details: Partial<Record<StartStep, string | undefined>> = {
      service: problem,
      page: known.get('page')?.detail,
    };
    return {
      steps: startSteps.map((step) => ({ step, isDone: done[step], detail: details[step] })),
      isPutAway: known.has('put-away'),
    };
  };

  app.get('/getting-started', async (c) => c.json(await describe()));
  app.post('/getting-started/put-away', async (c) => {
    await store.recordMilestone({ name: 'put-away', at: now() });
    return c.json(await describe());
  });
}

function hasHours({ widget, forms }: ProxyConfig): boolean {
  return widget.hours !== undefined || Object.values(forms).some(({ callback }) => callback?.hours !== undefined);
}

/** Asks the service for a lead that does not exist, which changes nothing. Resolves with why it cannot be used. */
function createServiceCheck({ client, now }: Pick<StartDeps, 'client' | 'now'>): () => Promise<string | undefined> {
  let last: { at: number; problem: Promise<string | undefined> } | undefined;
  const ask = async () => {
    try {
      await client.getLead({ lead_id: crypto.randomUUID() }, { signal: AbortSignal.timeout(timeoutMs) });
      return undefined;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      return error.code === 'lead-not-found' ? undefined : error.code;
    }
  };
  return () => {
    // The clock may have been set back meanwhile.
    if (last === undefined || Math.abs(now() - last.at) >= pauseMs) last = { at: now(), problem: ask() };
    return last.problem;
  };
}
