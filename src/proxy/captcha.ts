import * as z from 'zod';
import type { ProxyConfig } from './config/schema.ts';
import type { HoldReason } from './intake/detect-spam.ts';
import type { Log } from './log.ts';

type CaptchaConfig = NonNullable<ProxyConfig['captcha']>;
/** `key`: the lead's Idempotency-Key. */
export type CaptchaJudge = (
  token: string | undefined,
  address: string | undefined,
  key: string,
) => Promise<HoldReason | undefined>;

const verifyUrls = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const;

const verdict = z.looseObject({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

/** Codes that speak of our own configuration, not of the visitor. */
const ourFault = ['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch', 'internal-error'];

export type CaptchaDeps = { origins: readonly string[]; fetch: typeof fetch; log: Log };

/**
 * Asks the provider about a visitor's token, once and for 5 seconds at most. A lead that fails is held; so is one that
 * comes while the provider is out, under a reason of its own. A token is good for one lead: Turnstile takes the lead's
 * key, and vouches again when another proxy, or this one after a restart, asks for the same lead.
 */
export function createCaptchaJudge(
  config: CaptchaConfig | undefined,
  { origins, fetch, log }: CaptchaDeps,
): CaptchaJudge {
  if (config === undefined) return async () => undefined;
  const hostnames = new Set(config.hostnames ?? origins.map((origin) => URL.parse(origin)?.hostname ?? origin));
  return async (token, address, key) => {
    if (token === undefined || token === '') return 'captcha-failed';
    const form = new URLSearchParams({ secret: config.secret, response: token });
    if (address !== undefined) form.set('remoteip', address);
    if (config.provider === 'turnstile') form.set('idempotency_key', key);
    else if (config.siteKey !== false) form.set('sitekey', config.siteKey);
    try {
      const answer = await fetch(config.verifyUrl ?? verifyUrls[config.provider], {
        method: 'POST',
        body: form,
        redirect: 'error',
        signal: AbortSignal.timeout(5000),
      });
      const { success, hostname, 'error-codes': codes = [] } = verdict.parse(await answer.json());
      if (codes.some((code) => ourFault.includes(code))) {
        log.warn('captcha-misconfigured', { codes: codes.join() });
        return 'captcha-unavailable';
      }
      const isHere = hostname === undefined || hostnames.has('*') || hostnames.has(hostname);
      return success && isHere ? undefined : 'captcha-failed';
    } catch (error) {
      log.warn('captcha-unavailable', { reason: error instanceof Error ? error.name : 'unknown' });
      return 'captcha-unavailable';
    }
  };
}
