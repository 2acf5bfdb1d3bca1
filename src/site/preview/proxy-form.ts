import { countryCode, defaultFields, formConsent, formField, withPhone } from '../../protocol/form.ts';
import { type PublicCall, type PublicForm, publicConfig, publicForm } from '../../protocol/proxy/public-config.ts';
import { leadRequest } from '../../protocol/proxy/requests.ts';
import type { JsonObject } from '../../schema-form/index.ts';

/**
 * Makes the widget of this page see the demo's proxy with a different form: its fields, consent and call-backs. The proxy
 * itself keeps its form, so values that only the other form has are removed from leads.
 */
export function showForm(proxyUrl: string, form: JsonObject): void {
  const { fetch } = window;
  const loadDemo = async () => {
    const response = await fetch(`${proxyUrl}/config?form=default`);
    return publicConfig.parse(await response.json());
  };
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const address = url.origin + url.pathname;
    if (address === `${proxyUrl}/config`) {
      const demo = await loadDemo();
      return Response.json({ ...demo, form: publicFormOf(form) });
    }
    if (address === `${proxyUrl}/leads` && typeof init?.body === 'string') {
      const { form: demoForm } = await loadDemo();
      return fetch(input, { ...init, body: leadForDemo(init.body, demoForm) });
    }
    return fetch(input, init);
  };
}

/** Returns the public part of a form, as the proxy would serve it. Omits invalid values, which the user may still be typing. */
export function publicFormOf(form: JsonObject): PublicForm {
  const fields = Array.isArray(form.fields)
    ? form.fields.flatMap((field) => formField.safeParse(field).data ?? [])
    : defaultFields;
  const consent = formConsent.safeParse(form.consent).data;
  const defaultCountry = countryCode.safeParse(form.defaultCountry).data ?? 'US';
  const call = publicForm.shape.call.safeParse(form.callback).data;
  return {
    name: 'default',
    fields: withPhone(fields),
    consent: consent ?? null,
    defaultCountry,
    callback: call !== undefined,
    ...(call !== undefined && { call: publicCallOf(call, defaultCountry) }),
  };
}

/** Omits the agent and the caller ID, which are not public. */
function publicCallOf({ countries, hours, timeZone }: PublicCall, defaultCountry: string): PublicCall {
  return {
    countries: countries ?? [defaultCountry],
    ...(hours !== undefined && { hours }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

function leadForDemo(body: string, demoForm: PublicForm): string {
  const { consent: _, attributes: __, ...lead } = leadRequest.parse(JSON.parse(body));
  const names = demoForm.fields.map(({ name }) => name);
  const fields = Object.fromEntries(Object.entries(lead.fields).filter(([name]) => names.includes(name)));
  return JSON.stringify({ ...lead, form: 'default', fields });
}
