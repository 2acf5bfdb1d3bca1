import type { InlinedConfig } from '../protocol/index.ts';

/** After this time, the visitor reads that the chat is unavailable, and can try again. */
const timeoutMs = 10_000;

/** The address of a form's configuration. Without a form, the proxy chooses it: `widget.form` of its configuration, or `default`. */
export function configAddress(proxyUrl: string, form: string): string {
  return `${proxyUrl.replace(/\/+$/, '')}/config${form && `?form=${encodeURIComponent(form)}`}`;
}

/** Requests a configuration. Rejects on failure. The response is not validated, because the launcher contains no schema. */
export async function requestConfig(address: string): Promise<InlinedConfig> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  try {
    const response = await fetch(address, { credentials: 'omit', signal: timeout.signal });
    const config = await response.json();
    if (!response.ok || !Object(config).form) throw new Error(`${address} responded with ${response.status}`);
    return config;
  } finally {
    clearTimeout(timer);
  }
}
