import type { FormConfig } from './config/form-schema.ts';
import type { DeliveryPlan, FormDelivery } from './store/index.ts';

/** What to do with the leads of a form, as the stores keep it. */
export function deliveryPlan({ tags, journey }: FormConfig): DeliveryPlan {
  return { tags, ...(journey !== undefined && { journey }) };
}

/** The forms of a configuration by name, for leads that are replayed. */
export function formDeliveries(forms: Readonly<Record<string, FormConfig>>): ReadonlyMap<string, FormDelivery> {
  return new Map(
    Object.entries(forms).map(([name, form]) => {
      const { agent, from } = form.callback ?? {};
      const callback = agent === undefined ? undefined : { agent, ...(from !== undefined && { from }) };
      return [name, { plan: deliveryPlan(form), ...(callback !== undefined && { callback }) }];
    }),
  );
}
