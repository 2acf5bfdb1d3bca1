import * as z from 'zod/mini';
import type { DemoState } from '../../demo-api.ts';
import { leadsKey } from '../../options/index.ts';
import { state } from './demo-client.ts';
import { parseJson } from './parse-json.ts';
import { stored } from './stored.ts';
import { isOffline, type TrafficEntry, traffic } from './traffic.ts';

/** Everything that the page knows at one moment. */
export type Snapshot = Omit<DemoState, 'proxy'> & {
  isOffline: boolean;
  /** The proxy's leads. While it is down, the last known ones. */
  proxyLeads: NonNullable<DemoState['proxy']>['leads'];
  /** Newest first. */
  traffic: readonly TrafficEntry[];
};

/** Returns the current state, or undefined before the first response of the demo's server. An effect tracks the signals. */
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

const storedLeads = z.object({ leads: z.array(z.unknown()) });
const storedOutbox = z.object({ messages: z.array(z.unknown()) });

/** Counts the leads in this browser that the proxy has not accepted yet. */
export function countWaitingLeads(): number {
  const text = stored.value.find(({ key }) => key === leadsKey)?.value ?? '{}';
  return storedLeads.safeParse(parseJson(text)).data?.leads.length ?? 0;
}

/** Counts the messages in this browser that the service has not received yet. */
export function countWaitingMessages(): number {
  const text = stored.value.find(({ key }) => key.endsWith(':outbox'))?.value ?? '{}';
  return storedOutbox.safeParse(parseJson(text)).data?.messages.length ?? 0;
}
