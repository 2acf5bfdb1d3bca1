import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServiceClient } from '../../service-client/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { configuredDelivery } from '../configured-delivery.ts';
import type { Delivery } from '../delivery/create-delivery.ts';
import { createMemoryLimiters } from '../limits/memory-limiter.ts';
import type { Log } from '../log.ts';
import type { ProxyDeps } from '../parts.ts';
import type { WidgetAssets } from '../widget/assets.ts';
import { keptAssets } from './asset-archive.ts';
import { folderAssets } from './folder-assets.ts';
import { openStore } from './open-store.ts';
import { createPinoLog } from './pino-log.ts';
import { createPromMetrics } from './prom-metrics.ts';

/** Where the build puts the widget: seen from the sources of a clone, and from the package's dist/server/proxy/server. */
const distFolders = ['../../../dist/', '../../../'];

function findDist(): string {
  const folders = distFolders.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, 'leadchat.js'))) ?? folders[0] ?? 'dist';
}

/** The pageLifecycle that Node gives; what is in `given` stays. */
export async function nodeParts(config: ProxyConfig, given: Partial<ProxyDeps>): Promise<ProxyDeps> {
  const { baseUrl, hooksUrl, apiKey } = config.service;
  const log = given.log ?? createPinoLog(config.logLevel);
  const now = given.now ?? Date.now;
  const client = given.client ?? createServiceClient({ baseUrl, hooksUrl, apiKey, assumptions: config.assumptions });
  const store = given.store ?? (await openStore(config.store, log));
  const shared = given.limiter === undefined ? await openSharedLimits(config.store, log) : undefined;
  let delivery: Delivery | undefined;
  const metrics = given.metrics ?? createPromMetrics({ store, delivery: () => delivery?.status() });
  delivery = given.delivery ?? configuredDelivery(config, { store, client, log, metrics });
  return {
    store,
    client,
    log,
    now,
    delivery,
    metrics,
    assets: given.assets ?? (await openAssets(config, now, log)),
    limiter: given.limiter ?? shared?.create ?? createMemoryLimiters(),
    digest: given.digest ?? ((text) => hash('sha256', text)),
    fetch: given.fetch ?? fetch,
    async release() {
      await shared?.close();
      await given.release?.();
    },
  };
}

function openAssets(config: ProxyConfig, now: () => number, log: Log): WidgetAssets | Promise<WidgetAssets> {
  const { store, keepAssetsIn } = config;
  const beside = store.startsWith('sqlite:') && join(dirname(store.slice('sqlite:'.length)), 'leadchat-assets');
  const folder = keepAssetsIn ?? beside;
  const dist = findDist();
  return folder === false ? folderAssets(dist) : keptAssets({ dist, folder, now, log });
}

/** Proxies that share a database share its limits too. Without them each still limits for itself. */
async function openSharedLimits(address: string, log: Log) {
  if (address.startsWith('sqlite:')) return undefined;
  try {
    const { openPostgresLimiters } = await import('../limits/postgres-limiter.ts');
    return await openPostgresLimiters(address);
  } catch (error) {
    log.error('limits-not-shared', error);
    return undefined;
  }
}
