import * as z from 'zod';
import { captchaAction } from '../../protocol/proxy/public-config.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { Log } from '../log.ts';

export type CaptchaCheck = {
  token: string | undefined;
  address: string | undefined;
  /** The lead's Idempotency-Key. */
  key: string;
};

/** Resolves with why the lead is held; undefined if the captcha is solved or none is configured. */
export type CaptchaVerifier = (check: CaptchaCheck) => Promise<'captcha-failed' | 'captcha-unavailable' | undefined>;

export type CaptchaDeps = { origins: readonly string[]; fetch: typeof fetch; log: Log; now: () => number };

/**
 * Why the leads of the hosted chat may be held. Only the configuration can say at which host it is: whoever solves a captcha
 * elsewhere also writes the Host header.
 */
export function hostedCaptchaProblem({ captcha, hostedChat, origins }: ProxyConfig): string | undefined {
  const isShown = hostedChat && captcha !== undefined && captcha.siteKey !== false;
  return isShown && captcha.hostnames === undefined && !origins.includes('*')
    ? '`captcha.hostnames` does not name the host of the hosted chat, and `origins` may not either'
    : undefined;
}

const verifyUrls = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const;

const verifyResponse = z.looseObject({
  success: z.boolean(),
  hostname: z.string().optional(),
  /** Turnstile: what the captcha was solved for. */
  action: z.string().optional(),
  /** When it was solved. */
  challenge_ts: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

/** Error codes that are about our configuration or the provider, not about the visitor. */
const configurationErrors = [
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'internal-error',
];

/** Tokens of both providers expire sooner. The margin is for different clocks and repeated checks of one lead. */
const maxAgeMs = 10 * 60_000;

/**
 * Verifies a visitor's token at the provider, in 5 seconds at most. A lead is held if the token is invalid or, with
 * another reason, if the provider does not respond. A token is valid for one lead. Turnstile takes the lead's key as
 * idempotency key, so another proxy, or this one after a restart, can verify the same lead again.
 */
export function createCaptchaVerifier(
  config: ProxyConfig['captcha'],
  { origins, fetch, log, now }: CaptchaDeps,
): CaptchaVerifier {
  if (config === undefined) return async () => undefined;
  const hostnames = new Set(config.hostnames ?? origins.map((origin) => URL.parse(origin)?.hostname ?? origin));
  return async ({ token, address, key }) => {
    if (token === undefined || token === '') return 'captcha-failed';
    const form = new URLSearchParams({ secret: config.secret, response: token });
    if (address !== undefined) form.set('remoteip', address);
    if (config.provider === 'turnstile') form.set('idempotency_key', key);
    else if (config.siteKey !== false) form.set('sitekey', config.siteKey);
    try {
      const response = await fetch(config.verifyUrl ?? verifyUrls[config.provider], {
        method: 'POST',
        body: form,
        redirect: 'error',
        signal: AbortSignal.timeout(5000),
      });
      const verified = verifyResponse.parse(await response.json());
      const { success, hostname, action = '', challenge_ts: solvedAt, 'error-codes': codes = [] } = verified;
      if (codes.some((code) => configurationErrors.includes(code))) {
        log.warn('captcha-misconfigured', { codes: codes.join() });
        return 'captcha-unavailable';
      }
      const isOurPage = hostname === undefined || hostnames.has('*') || hostnames.has(hostname);
      // Widgets of earlier builds send no action, and the operator's own forms any action.
      const isOurAction = config.siteKey === false || action === '' || action === captchaAction;
      const isFresh = solvedAt === undefined || !(now() - Date.parse(solvedAt) > maxAgeMs);
      return success && isOurPage && isOurAction && isFresh ? undefined : 'captcha-failed';
    } catch (error) {
      log.warn('captcha-unavailable', { reason: error instanceof Error ? error.name : 'unknown' });
      return 'captcha-unavailable';
    }
  };
}
