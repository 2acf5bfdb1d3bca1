import { computed } from '@preact/signals-core';
import { systemClock, withTimeout } from '../clock.ts';
import { loadAllTexts } from '../i18n/index.ts';
import { createApp, createLiveCallPlanner, createUnavailableApp } from './app.ts';
import { startPlannedCalls } from './calls/planned-calls.ts';
import { watchCalls } from './calls/watch-calls.ts';
import { formNamed } from './config/form-schema.ts';
import { ConfigError, parseConfig } from './config/parse-config.ts';
import type { ProxyConfig, ProxyConfigInput } from './config/schema.ts';
import type { ProxyDeps } from './deps.ts';
import { namedValues } from './funnel/configured-values.ts';
import { funnelNotStored } from './funnel/funnel-counter.ts';
import type { RequestInfo } from './http/app-environment.ts';
import { createOverloadGuard } from './http/overload-guard.ts';
import { repeat, type Stop } from './jobs/repeat.ts';
import { writeRatings } from './ratings/write-ratings.ts';
import { reportErasures } from './server/erase-phone.ts';
import type { NodeDepsOptions } from './server/node-deps.ts';
import { keepSettings, warnAboutIgnored } from './settings/keep-settings.ts';
import { createLiveConfig, type FileChange } from './settings/live-config.ts';
import { logLiveProblems } from './settings/live-problems.ts';
import { isStoreError } from './store/store-error.ts';
import { startWebhooks } from './webhooks/start-webhooks.ts';

export type ProxyOptions = Partial<ProxyDeps> &
  NodeDepsOptions & {
    /** Allows the origin `*`. @default false */
    dev?: boolean;
  };

/**
 * Twenty seconds for what is in flight, and five for the store to take its outcome. Whoever has stopped the process kills it after
 * thirty (`deploy/`).
 */
const stopMs = 25_000;

/**
 * The proxy as a fetch handler, to mount in any server that runs on Node.
 *
 * @example
 * const proxy = createProxy(config);
 * app.mount('/chat', (request, env) => proxy.fetch(request, env));
 * @throws ConfigError
 */
export function createProxy(input: ProxyConfigInput, options: ProxyOptions = {}): LeadProxy {
  const { dev = false, adoptStore = false, holdPending = false, ...overrides } = options;
  const parsed = parseConfig(input, { dev });
  if (!parsed.ok) throw new ConfigError(parsed.issues);
  return createNodeProxy(parsed.config, overrides, { adoptStore, holdPending });
}

/** The same for a configuration that is parsed already. @throws Error on a Node that lacks the modules it needs */
export function createNodeProxy(
  config: ProxyConfig,
  overrides: Partial<ProxyDeps> = {},
  options: NodeDepsOptions = {},
): LeadProxy {
  requireNode(process.versions.node);
  // Read now, and not when the first request comes: a build may replace the files of a process that runs.
  const modules = Promise.all([import('./server/node-deps.ts'), loadAllTexts()]);
  modules.catch(() => {}); // The start rejects with it.
  const live = createLiveConfig(config);
  const unavailable = createUnavailableApp(live);
  let running: Promise<RunningProxy> | undefined;
  let stopped: Promise<void> | undefined;
  /** Once it runs, so that a request need not wait for a promise that is settled. */
  let proxy: RunningProxy | undefined;
  const run = () => {
    running ??= open().catch((error: unknown) => {
      // The database may be back for the next request.
      running = undefined;
      throw error;
    });
    return running;
  };
  const close = async (requests: Promise<void> | undefined) => {
    // From now on, because it may fail while the store is still being opened.
    const finished = Promise.allSettled([requests]);
    const { deps, cleanups = [] } = (await running?.catch(() => undefined)) ?? {};
    // What is counted so far need not wait for the others, of which some take until the process is killed.
    const counted = deps?.funnel.flush();
    await Promise.all([...cleanups.map((cleanup) => cleanup()), deps?.delivery.stop(), finished, counted]);
    await deps?.funnel.flush();
    await deps?.store.close();
    await deps?.release?.();
    await requests;
  };
  /** Its parts wait one after the other for a database that does not respond. The next process finishes what this one leaves. */
  const closeInTime = async (requests: Promise<void> | undefined) => {
    const closed = close(requests).then(() => true);
    if (await withTimeout(closed, { clock: systemClock, timeoutMs: stopMs, late: false })) return;
    proxy?.deps.log.warn('stop-cut-off', { afterSeconds: stopMs / 1000 });
  };
  const open = async (): Promise<RunningProxy> => {
    const [{ createNodeDeps }] = await modules;
    const deps = await createNodeDeps(config, overrides, options, () => live.config.value);
    const clock = { ...systemClock, now: deps.now };
    const named = computed(() => namedValues(live.config.value));
    deps.funnel.follow(() => named.value);
    const cleanups = [await keepSettings({ ...deps, live, clock })];
    const everyFewSeconds = { everyMs: 5_000, failedEvent: funnelNotStored };
    cleanups.push(repeat({ ...deps, clock }, everyFewSeconds, () => deps.funnel.flush()));
    const stopLogging = logLiveProblems(live, deps.log);
    cleanups.push(async () => stopLogging());
    deps.delivery.start();
    cleanups.push(startPlannedCalls({ ...deps, planCall: createLiveCallPlanner(live, deps), clock }));
    cleanups.push(reportErasures({ ...deps, clock }));
    cleanups.push(writeRatings({ ...deps, clock }));
    const timeZoneOf = (form: string) => formNamed(live.config.value.forms, form)?.callback?.timeZone;
    const ofWebhooks = { clock, random: Math.random, post: deps.postWebhook, timeZoneOf };
    const receivers = () => ({
      posted: live.config.value.webhooks,
      waiting: live.receivers.value.flatMap(({ saved, webhook }) => (webhook === undefined ? [saved.name] : [])),
    });
    cleanups.push(startWebhooks(receivers, { ...deps, ...ofWebhooks }));
    cleanups.push(watchCalls({ ...deps, clock, answeredByValues: config.assumptions.answeredByValues }));
    return { app: createApp(live, deps), guard: createOverloadGuard({ ...live, ...deps }), deps, cleanups };
  };
  return {
    async fetch(request, info = {}) {
      try {
        proxy ??= await run();
      } catch (error) {
        if (isStoreError(error)) return unavailable.fetch(request, info);
        throw error;
      }
      const { app, guard } = proxy;
      return guard(request, info, () => app.fetch(request, info));
    },
    async start() {
      proxy ??= await run();
    },
    reload(next) {
      const change = live.setFile(next);
      if (proxy !== undefined) warnAboutIgnored({ live, log: proxy.deps.log });
      return change;
    },
    stop(requests) {
      stopped ??= closeInTime(requests);
      return stopped;
    },
  };
}

/** Without this check, an older Node fails at the first request with `No such built-in module: node:sqlite`. */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  throw new Error(`[leadchat] leadchat/proxy needs Node 22.18 or newer, this is ${version}.`);
}

export type LeadProxy = {
  /**
   * Responds to one request. `info` holds the address that it came from, for the limits: `{ remoteAddress }`, or the
   * `env` of Hono's Node adapter. Without it all requests share the limits of one address.
   */
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
  /** Opens the store and starts delivery. Otherwise the first request does. */
  start(): Promise<void>;
  /** Takes over a configuration that was read again, without a restart where that is possible. */
  reload(config: ProxyConfig): FileChange;
  /**
   * Finishes the requests and deliveries in flight, 20 seconds at most, and closes the store. `requests` settles when
   * the server has finished its requests; the store stays open until then. Resolves after 25 seconds at the latest, also with a
   * store that does not respond. Rejects as `requests` does, once the store is closed.
   */
  stop(requests?: Promise<void>): Promise<void>;
};

type RunningProxy = {
  app: ReturnType<typeof createApp>;
  guard: ReturnType<typeof createOverloadGuard>;
  deps: ProxyDeps;
  cleanups: Stop[];
};
