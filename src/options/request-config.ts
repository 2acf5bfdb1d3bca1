import type { InlinedConfig } from '../protocol/proxy/public-config.ts';
import { addressAt, requestJson } from '../request-json.ts';

/**
 * The address of a form's configuration. Without a form, the proxy chooses it: `widget.form` of its configuration, or
 * `default`. Empty if the page names no usable proxy.
 */
export function addressOfConfig(proxyUrl: unknown, form: unknown): string {
  if (typeof proxyUrl !== 'string' || !/^(https?:\/)?\//i.test(proxyUrl)) return '';
  return addressAt(proxyUrl, `/config${typeof form === 'string' && form ? `?form=${encodeURIComponent(form)}` : ''}`);
}

/** Requests a configuration. Rejects on failure. The response is not validated, because the launcher contains no schema. */
export async function requestConfig(address: string): Promise<InlinedConfig> {
  const { ok, status, body } = await requestJson(address);
  if (!ok || !isConfig(body)) throw new Error(`${address} responded with ${status}`);
  return body;
}

function isConfig(body: unknown): body is InlinedConfig {
  return Boolean(Object(body).form);
}
