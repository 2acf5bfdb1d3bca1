import { type PublicConfig, publicConfig } from '../protocol/index.ts';

/** The configuration that a proxy wrote into the script; null when there is none. */
export function readPublicConfig(inlined: unknown): PublicConfig | null {
  const result = publicConfig.safeParse(inlined);
  return result.success ? result.data : null;
}

/** Asks the proxy for the public configuration of a form. Rejects when there is none to be had. */
export async function fetchPublicConfig(proxyUrl: string, form: string): Promise<PublicConfig> {
  const address = new URL(`config?form=${encodeURIComponent(form)}`, proxyUrl.replace(/\/*$/, '/'));
  const response = await fetch(address, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return publicConfig.parse(await response.json());
}
