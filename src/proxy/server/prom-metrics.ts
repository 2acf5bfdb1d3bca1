import { Counter, Gauge, Registry } from 'prom-client';
import { leadStates } from '../../protocol/index.ts';
import type { DeliveryStatus } from '../delivery/create-delivery.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { LeadIntake } from '../store/index.ts';

export type MetricsSources = {
  store: Pick<LeadIntake, 'counts'>;
  /** Read at each scrape: delivery is made after the metrics that it reports to. */
  delivery: () => DeliveryStatus | undefined;
};

/** Counts in a registry of its own, so that two proxies in one process, or a host with metrics, do not mix. */
export function createPromMetrics({ store, delivery }: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `leadchat_${name}`, help, labelNames, registers });
  const accepted = counter('leads_accepted_total', 'Answers 202 of POST /leads.', ['outcome']);
  const settled = counter('leads_settled_total', 'Leads that reached a last state.', ['state']);
  const requests = counter('requests_total', 'Requests by the status of their answer.', ['status']);
  const sessions = counter('sessions_total', 'Chat sessions asked of the service.', ['outcome']);
  const calls = counter('calls_requested_total', 'Call-backs asked for.', ['outcome']);

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
    name: 'leadchat_queue_depth',
    help: 'Leads that wait for delivery.',
    registers,
    async collect() {
      this.set((await store.counts()).pending);
    },
  });
  new Gauge({
    name: 'leadchat_deliveries_running',
    help: 'Leads that are being delivered right now by this process.',
    registers,
    collect() {
      this.set(delivery()?.running ?? 0);
    },
  });
  new Gauge({
    name: 'leadchat_breaker_open',
    help: '1 while nothing is delivered: the service fails, or refuses the API key.',
    labelNames: ['reason'],
    registers,
    collect() {
      const breaker = delivery()?.breaker;
      const reason = breaker === undefined || breaker.state === 'closed' ? undefined : breaker.reason;
      for (const one of ['failing', 'unauthorized']) this.set({ reason: one }, reason === one ? 1 : 0);
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
