import { createHmac } from 'node:crypto';
import type { ProxyConfig } from '../config/schema.ts';

/**
 * The key of hashes of personal data in the database. It comes from the service's API key, which is the same for all
 * proxies of a store and is not in the database: a copy of the database alone does not tell whose hashes they are.
 */
export function personalDataSecret({ apiKey }: Pick<ProxyConfig['service'], 'apiKey'>): string {
  return createHmac('sha256', apiKey).update('leadchat personal data').digest('hex');
}
