import { createHmac } from 'node:crypto';
import { parseConfig } from '../proxy/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { emergencyJourney, estimateForm, pages } from './demo-prices.ts';
import { consentText, greetings, starters } from './demo-texts.ts';

/** The part of a proxy's configuration that names the service: here, the sandbox. */
export function sandboxConfig({ url, ids }: Pick<Sandbox, 'url' | 'ids'>) {
  return {
    service: { baseUrl: `${url}/v1`, hooksUrl: url, wssUrl: url.replace(/^http/, 'ws'), apiKey: 'sandbox-key' },
    flowId: ids.flow,
  };
}

/** What a site's server does for a visitor who is signed in; see docs/signed-visitors.md. */
export function signDemoVisitor(secret: string): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const visitor = { phone: '+14155552671', first_name: 'Ada', attributes: { patient_since: 2019 } };
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...visitor, exp })}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

type DemoConfigOptions = {
  sandbox: Sandbox;
  siteUrl: string;
  database: string;
  adminToken: string;
  identitySecret: string;
  webhook: { url: string; secret: string };
  /** With it, receivers of messages can be added in the dashboard. */
  secretKey: string;
};

/** The proxy's configuration of the demo. */
export function demoConfig(options: DemoConfigOptions) {
  const { sandbox, siteUrl, database, adminToken, identitySecret, webhook, secretKey } = options;
  const result = parseConfig(
    {
      ...sandboxConfig(sandbox),
      // The reader tries the configurator's tag on their own page, on any port of this machine.
      origins: [siteUrl, 'http://localhost:*', 'http://127.0.0.1:*'],
      store: `sqlite:${database}`,
      names: {
        [sandbox.ids.journey]: 'First visit',
        [emergencyJourney]: 'Emergency',
        [sandbox.ids.agent]: 'Reception',
      },
      forms: {
        default: {
          tags: ['website', 'first_visit'],
          journey: { id: sandbox.ids.journey, onExisting: 'update' },
          consent: {
            text: consentText,
            version: '2026-11',
            required: false,
          },
          attributes: ['patient_since'],
          defaultCountry: 'US',
          // Without opening hours, so that both buttons are always visible in the demo.
          callback: {
            agent: sandbox.ids.agent,
            countries: ['US', 'CA', 'GB', 'DE', 'AT', 'CH', 'FR', 'ES', 'IT', 'NL', 'PL'],
          },
        },
        estimate: {
          ...estimateForm,
          callback: { agent: sandbox.ids.agent, countries: ['US', 'CA', 'GB', 'DE', 'AT', 'CH'] },
        },
      },
      hostedChat: true,
      webhooks: [webhook],
      adminToken,
      secretKey,
      identity: { secret: identitySecret },
      // Demo users share one IP address and often one phone number, and scripts fill in the form quickly.
      limits: {
        leadsPerIp: false,
        leadsPerIpPerDay: false,
        leadsPerPhone: false,
        callsPerIp: false,
        callsPerPhone: false,
        callsPerPhonePerDay: false,
      },
      minFillMs: 0,
      widget: {
        title: 'Northlight Dental',
        contact: 'tel:+14155550100',
        starters,
        imageHosts: [new URL(siteUrl).host],
        rating: 'stars',
        pages,
        experiments: [
          {
            name: 'greeting',
            variants: Object.entries(greetings).map(([name, text]) => ({
              name,
              // Only the home page is long enough.
              triggers: [{ type: 'scroll', percent: 40, text }],
            })),
          },
        ],
      },
    },
    { dev: true },
  );
  if (!result.ok) throw new Error(`the demo's own configuration cannot be used: ${result.issues.join('; ')}`);
  return result.config;
}
