import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../clock.ts';
import { createServiceClient } from '../../service-client/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { createDelivery, type Delivery, type DeliveryOptions } from '../delivery/create-delivery.ts';
import type { ProxyDeps } from '../deps.ts';
import { createFunnelCounter } from '../funnel/funnel-counter.ts';
import { createMemoryLimiters } from '../limits/memory-limiter.ts';
import type { Log } from '../log.ts';
import { createStoreCheck } from '../store-check.ts';
import { limitStoreFailures } from '../store-failure-log.ts';
import type { WidgetAssets } from '../widget/assets.ts';
import { folderAssets, openAssetArchive } from './assets.ts';
import { createKeptFetch } from './kept-fetch.ts';
import { openStore, personalDataSecret, toldReceivers } from './open-store.ts';
import { createPinoLog } from './pino-log.ts';
import { createPromMetrics } from './prom-metrics.ts';
import { createWebhookPoster } from './webhook-poster.ts';

/** Where the build puts the widget, relative to this file: in the package's dist/server, and in a clone. */
const distFolders = ['../', '../../../dist/'];

function findDist(): string {
  const folders = distFolders.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, 'leadchat.js'))) ?? folders[0] ?? 'dist';
}

export type NodeDepsOptions = {
  /** Takes over a store that belongs to another service (`service.baseUrl`). @default false */
  adoptStore?: boolean;
  /** After a restore: leads that were pending in the backup become `unknown`, for the operator to decide. @default false */
  holdPending?: boolean;
};

/** The proxy's dependencies; `overrides` win. */
export async function createNodeDeps(
  config: ProxyConfig,
  overrides: Partial<ProxyDeps>,
  { adoptStore = false, holdPending = false }: NodeDepsOptions = {},
  /** What can change while the proxy runs. */
  current: () => Pick<ProxyConfig, 'calls'> = () => config,
): Promise<ProxyDeps> {
  const { baseUrl, hooksUrl, apiKey } = config.service;
  const log = limitStoreFailures(overrides.log ?? createPinoLog(config.logLevel), overrides.now ?? Date.now);
  const { fetch: keptFetch, close: closeConnections } = createKeptFetch();
  const client =
    overrides.client ?? createServiceClient({ baseUrl, hooksUrl, apiKey, assumptions: config.assumptions, keptFetch });
  const owner = { service: baseUrl, mode: adoptStore ? 'adopt' : 'claim' } as const;
  const store = overrides.store ?? (await openStore(config, { ...toldReceivers(config), log, owner }));
  const now = overrides.now ?? store.now;
  const clock = { ...systemClock, now };
  // Before delivery starts.
  if (holdPending) log.warn('pending-held', await store.holdPending(now()));
  const shared = overrides.limiter === undefined ? await openSharedLimits(config, log) : undefined;
  const checkStore = overrides.checkStore ?? createStoreCheck({ store, now });
  let delivery: Delivery | undefined;
  const metrics =
    overrides.metrics ??
    createPromMetrics({ store, checkStore, delivery: () => delivery?.status(), forms: Object.keys(config.forms), now });
  const funnel = overrides.funnel ?? createFunnelCounter({ store, metrics, log, clock });
  delivery =
    overrides.delivery ?? createConfiguredDelivery(config, { store, client, log, metrics, funnel, clock }, current);
  return {
    store,
    checkStore,
    client,
    log,
    now,
    delivery,
    funnel,
    metrics,
    assets: overrides.assets ?? (await openAssets(config, now, log)),
    limiter: overrides.limiter ?? shared?.create ?? createMemoryLimiters(),
    fetch: overrides.fetch ?? fetch,
    postWebhook: overrides.postWebhook ?? createWebhookPoster({ allowPrivate: config.allowPrivateWebhooks }),
    async release() {
      closeConnections();
      await shared?.close();
      await overrides.release?.();
    },
  };
}

function openAssets(config: ProxyConfig, now: () => number, log: Log): WidgetAssets | Promise<WidgetAssets> {
  const { store, keepAssetsIn } = config;
  const besideStore = store.startsWith('sqlite:') && join(dirname(store.slice('sqlite:'.length)), 'leadchat-assets');
  const folder = keepAssetsIn ?? besideStore;
  const dist = findDist();
  return folder === false ? folderAssets(dist) : openAssetArchive({ dist, folder, now, log });
}

/** Proxies that share a database share the limits, too. If the database does not respond, this proxy counts alone. */
async function openSharedLimits({ store: url, service }: ProxyConfig, log: Log) {
  if (url.startsWith('sqlite:')) return undefined;
  try {
    const { openPostgresLimiters } = await import('../limits/postgres-limiter.ts');
    return await openPostgresLimiters(url, personalDataSecret(service));
  } catch (error) {
    log.error('limits-not-shared', error);
    return undefined;
  }
}

export type ConfiguredDeliveryDeps = Pick<DeliveryOptions, 'store' | 'client' | 'log' | 'clock' | 'metrics' | 'funnel'>;

const dayMs = 86_400_000;

/** Delivery with the options of the configuration. */
export function createConfiguredDelivery(
  config: ProxyConfig,
  deps: ConfiguredDeliveryDeps,
  current: () => Pick<ProxyConfig, 'calls'> = () => config,
): Delivery {
  return createDelivery({
    ...deps,
    concurrency: config.delivery.concurrency,
    retryUnknownEnrolments: config.delivery.retryUnknownEnrolments,
    tagsAreASet: config.assumptions.tagsAreASet,
    getLeadReturnsCustomFields: config.assumptions.getLeadReturnsCustomFields,
    unassignedMeans: config.assumptions.unassignedMeans,
    areCallsEnabled: () => current().calls.enabled,
    doNotCallTag: () => current().calls.doNotCallTag,
    retention: {
      deliveredMs: config.retentionDays * dayMs,
      ...(config.unresolvedDays !== false && { unresolvedMs: config.unresolvedDays * dayMs }),
    },
  });
}
