import * as z from 'zod/mini';
import type { DemoState } from '../../demo-api.ts';
import { leadsKey } from '../../options/index.ts';
import { state } from './demo-client.ts';
import { parseJson } from './parse-json.ts';
import { stored } from './stored.ts';
import { isOffline, type TrafficEntry, traffic } from './traffic.ts';

/** Everything that the page knows at a moment. */
export type Snapshot = Omit<DemoState, 'proxy'> & {
  isOffline: boolean;
  /** Leads of the proxy; while it is down, as they were before. */
  proxyLeads: NonNullable<DemoState['proxy']>['leads'];
  /** Newest first. */
  traffic: readonly TrafficEntry[];
};

/** The present, or undefined before the first response of the demo's server. Tracks every signal that it reads. */
export function takeSnapshot(previous: Snapshot | undefined): Snapshot | undefined {
  if (state.value === undefined) return undefined;
  const { proxy, ...rest } = state.value;
  return {
    ...rest,
    proxyLeads: proxy?.leads ?? previous?.proxyLeads ?? [],
    isOffline: isOffline.value,
    traffic: traffic.value,
  };
}

const storedLeads = z.array(z.unknown());
const storedOutbox = z.object({ entries: z.array(z.unknown()) });

/** Leads that this browser has stored, and the proxy has not accepted yet. */
export function countWaitingLeads(): number {
  const text = stored.value.find(({ key }) => key === leadsKey)?.value ?? '[]';
  return storedLeads.safeParse(parseJson(text)).data?.length ?? 0;
}

/** Messages that this browser has stored, and the service has not received yet. */
export function countWaitingMessages(): number {
  const text = stored.value.find(({ key }) => key.endsWith(':outbox'))?.value ?? '{}';
  return storedOutbox.safeParse(parseJson(text)).data?.entries.length ?? 0;
}
