import { readOptions } from '../../options/index.ts';
import { hashOrigin } from '../../protocol/proxy/page-allowed.ts';
import type { PublicCall, PublicConfig } from '../../protocol/proxy/public-config.ts';
import { createClosedDays } from '../calls/plan-call.ts';
import { type CallbackConfig, formNamed } from '../config/form-schema.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { isWildcardOrigin } from '../config/values.ts';
import { createOriginCheck } from '../http/origins.ts';

/** The part of the configuration that browsers may see. Built key by key, so that no secret gets in. */
export function publicConfigOf(config: ProxyConfig, formName: string): PublicConfig | undefined {
  const form = formNamed(config.forms, formName);
  if (form === undefined) return undefined;
  return {
    flowId: config.flowId,
    wssUrl: config.service.wssUrl,
    form: {
      name: formName,
      fields: form.fields,
      ...(form.steps !== undefined && { steps: form.steps }),
      consent: form.consent,
      attributes: form.attributes,
      defaultCountry: form.defaultCountry,
      callback: form.callback !== undefined && config.calls.enabled,
      ...(form.callback !== undefined && { call: publicCallOf(config, form.callback, form.defaultCountry) }),
    },
    widget: config.widget,
    ...(config.hostedChat && { hostedChat: true }),
    ...publicCaptchaOf(config.captcha),
  };
}

/**
 * Whether the page that asks may call the proxy, without naming the other pages that may. A page is not known if it has
 * the script, or the same origin as the proxy: it finds itself in the hashes.
 */
export function describeAskingPage(
  origins: readonly string[],
  asking: string | undefined,
): Pick<PublicConfig, 'pageAllowed' | 'originHashes'> {
  if (origins.some(isWildcardOrigin)) return {};
  if (asking === undefined) return { originHashes: origins.map(hashOrigin) };
  return { pageAllowed: createOriginCheck(origins)(asking) !== undefined };
}

/** The form of a script whose URL names none: `widget.form`, else `default`. Undefined if neither exists. */
export function defaultFormOf({ widget, forms }: Pick<ProxyConfig, 'widget' | 'forms'>): string | undefined {
  const { form } = readOptions({ proxy: widget, attributes: {}, overrides: {} }).options;
  return [form, 'default'].find((name) => formNamed(forms, name) !== undefined);
}

/** Without the agent and the caller id. */
function publicCallOf(config: ProxyConfig, callback: CallbackConfig, defaultCountry: string): PublicCall {
  const { countries, hours, timeZone } = callback;
  const closed = createClosedDays(config)(callback);
  return {
    countries: countries ?? [defaultCountry],
    hours,
    timeZone,
    ...(closed.length > 0 && { closed }),
  };
}

/** Empty when the widget shows no captcha. */
function publicCaptchaOf(captcha: ProxyConfig['captcha']): Pick<PublicConfig, 'captcha'> {
  if (captcha === undefined || captcha.siteKey === false) return {};
  const { provider, siteKey, scriptUrl } = captcha;
  return { captcha: { provider, siteKey, scriptUrl } };
}
