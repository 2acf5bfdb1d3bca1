import { Counter, Gauge, Registry } from 'prom-client';
import { callStates, leadStates } from '../../protocol/index.ts';
import type { DeliveryStatus } from '../delivery/create-delivery.ts';
import type { Metrics } from '../metrics.ts';
import type { LeadIntake } from '../store/index.ts';

export type MetricsSources = {
  store: Pick<LeadIntake, 'counts' | 'callCounts'>;
  /** Read at each scrape, because delivery is created after the metrics. */
  delivery: () => DeliveryStatus | undefined;
};

/** Uses its own registry, so that two proxies in one process, or an app with metrics, stay apart. */
export function createPromMetrics({ store, delivery }: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `leadchat_${name}`, help, labelNames, registers });
  const accepted = counter('leads_accepted_total', 'POST /leads requests that got 202.', ['outcome']);
  const settled = counter('leads_settled_total', 'Leads that reached a last state.', ['state']);
  const requests = counter('requests_total', 'Requests by response status.', ['status']);
  const sessions = counter('sessions_total', 'Chat sessions requested from the service.', ['outcome']);
  const calls = counter('calls_requested_total', 'Requested call-backs.', ['outcome']);

  new Gauge({
    name: 'leadchat_leads',
    help: 'Leads in the store by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await store.counts();
      for (const state of leadStates) this.set({ state }, counts[state]);
    },
  });
  new Gauge({
    name: 'leadchat_calls',
    help: 'Call-backs in the store by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await store.callCounts();
      for (const state of callStates) this.set({ state }, counts[state]);
    },
  });
  new Gauge({
    name: 'leadchat_queue_depth',
    help: 'Leads waiting for delivery.',
    registers,
    async collect() {
      this.set((await store.counts()).pending);
    },
  });
  new Gauge({
    name: 'leadchat_deliveries_running',
    help: 'Leads that this process is delivering now.',
    registers,
    collect() {
      this.set(delivery()?.running ?? 0);
    },
  });
  new Gauge({
    name: 'leadchat_breaker_open',
    help: '1 while delivery is paused: the service fails, or rejects the API key.',
    labelNames: ['reason'],
    registers,
    collect() {
      const breaker = delivery()?.breaker;
      const reason = breaker === undefined || breaker.state === 'closed' ? undefined : breaker.reason;
      for (const label of ['failing', 'unauthorized']) this.set({ reason: label }, reason === label ? 1 : 0);
    },
  });

  return {
    leadAccepted: (outcome) => accepted.inc({ outcome }),
    leadSettled: (state) => settled.inc({ state }),
    requestAnswered: (status) => requests.inc({ status }),
    sessionOpened: (opened) => sessions.inc({ outcome: opened ? 'opened' : 'failed' }),
    callRequested: (outcome) => calls.inc({ outcome }),
    expose: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
