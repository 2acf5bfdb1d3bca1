import type { LeadProxy } from 'leadchat/proxy';

declare global {
  var leadProxy: Promise<LeadProxy> | undefined;
}

/** One proxy for the whole server: Next bundles what starts with the server apart from the routes. */
export function proxy(): Promise<LeadProxy> {
  globalThis.leadProxy ??= makeProxy();
  return globalThis.leadProxy;
}

async function makeProxy(): Promise<LeadProxy> {
  // Not bundled: it keeps its leads with Node's own SQLite, in a thread with a file of its own.
  const { createProxy } = await import(/* turbopackIgnore: true */ 'leadchat/proxy');
  const {
    // Where visitors reach this site.
    SITE_URL = 'http://localhost:3000',
    // The sandbox's.
    LEADCHAT_BASE_URL = 'http://localhost:4002/v1',
    LEADCHAT_HOOKS_URL = 'http://localhost:4002',
    LEADCHAT_WSS_URL = 'ws://localhost:4002',
    LEADCHAT_API_KEY = 'sandbox-key',
    LEADCHAT_FLOW_ID = 'f1000000-0000-4000-8000-000000000001',
    DATABASE_URL = 'sqlite:./leadchat.db',
  } = process.env;
  return createProxy({
    service: {
      baseUrl: LEADCHAT_BASE_URL,
      hooksUrl: LEADCHAT_HOOKS_URL,
      wssUrl: LEADCHAT_WSS_URL,
      apiKey: LEADCHAT_API_KEY,
    },
    flowId: LEADCHAT_FLOW_ID,
    origins: [SITE_URL],
    store: DATABASE_URL,
    forms: { default: { tags: ['website'], defaultCountry: 'US' } },
    widget: { title: 'Northlight Dental', greeting: 'Hi there. How can we help?' },
  });
}
