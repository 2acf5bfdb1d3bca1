import { meetsConditions } from '../../protocol/condition.ts';
import type { CallbackConfig, FormConfig } from '../config/form-schema.ts';
import type { DeliveryPlan, StoredLead } from './lead.ts';

/** The part of a form's configuration that says what happens to its leads. */
export type FormDelivery = Pick<FormConfig, 'fields' | 'tags' | 'journey' | 'routes'> & {
  callback?: Pick<CallbackConfig, 'agent' | 'from'> | undefined;
};

/** What happens to one lead of a form. */
export type RoutedLead = {
  plan: DeliveryPlan;
  /** Who calls back, if the form offers it: the agent's UUID, and the caller ID. */
  callback?: Pick<CallbackConfig, 'agent' | 'from'> | undefined;
};

/** Decides what happens to a lead by its answers: the first route that fits replaces journey and agent, and adds its tags. */
export function routeLead(form: FormDelivery, record: StoredLead['record']): RoutedLead {
  const index = form.routes.findIndex(({ when }) => meetsConditions(form.fields, record, when));
  const route = form.routes[index];
  const journey =
    route?.journey === undefined
      ? form.journey
      : { id: route.journey.id, onExisting: route.journey.onExisting ?? form.journey?.onExisting ?? 'keep' };
  return {
    plan: {
      tags: [...new Set([...form.tags, ...(route?.tags ?? [])])],
      journey,
      ...(route !== undefined && { route: route.name ?? `#${index + 1}` }),
    },
    ...(form.callback !== undefined && { callback: callbackOf(form.callback, route?.agent) }),
  };
}

function callbackOf({ agent, from }: Pick<CallbackConfig, 'agent' | 'from'>, routed: string | undefined) {
  return { agent: routed ?? agent, ...(from !== undefined && { from }) };
}
