import type { FormConfig } from './config/form-schema.ts';
import type { DeliveryPlan, FormDelivery } from './store/index.ts';

/** The delivery plan of a form's leads, as it is stored with them. */
export function deliveryPlan({ tags, journey }: FormConfig): DeliveryPlan {
  return { tags, ...(journey !== undefined && { journey }) };
}

/** The configured forms by name, for replayed leads. */
export function formDeliveries(forms: Readonly<Record<string, FormConfig>>): ReadonlyMap<string, FormDelivery> {
  return new Map(
    Object.entries(forms).map(([name, form]) => {
      const { agent, from } = form.callback ?? {};
      const callback = agent === undefined ? undefined : { agent, ...(from !== undefined && { from }) };
      return [name, { plan: deliveryPlan(form), ...(callback !== undefined && { callback }) }];
    }),
  );
}
