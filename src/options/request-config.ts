import type { InlinedConfig } from '../protocol/proxy/public-config.ts';

/** After this time, the visitor reads that the chat is unavailable, and can try again. */
const timeoutMs = 10_000;

/**
 * The address of a form's configuration. Without a form, the proxy chooses it: `widget.form` of its configuration, or
 * `default`. Empty if the page names no usable proxy.
 */
export function configAddress(proxyUrl: unknown, form: unknown): string {
  if (typeof proxyUrl !== 'string' || !/^(https?:\/)?\//i.test(proxyUrl)) return '';
  return `${proxyUrl.replace(/\/+$/, '')}/config${typeof form === 'string' && form ? `?form=${encodeURIComponent(form)}` : ''}`;
}

/** Requests a configuration. Rejects on failure. The response is not validated, because the launcher contains no schema. */
export async function requestConfig(address: string): Promise<InlinedConfig> {
  const response = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) });
  const config = await response.json();
  if (!response.ok || !Object(config).form) throw new Error(`${address} responded with ${response.status}`);
  return config;
}
