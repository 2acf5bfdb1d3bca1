import type { PublicConfig } from '../protocol/proxy/public-config.ts';

/** Sources by directive, for a Content Security Policy. */
export type Policy = Record<string, string[]>;

export type PolicyOptions = {
  /** URL of the script and its modules. */
  scripts: string;
  /** URLs that the chat connects to. */
  calls: readonly string[];
  /** Source expressions of the inline scripts that the page must allow. */
  inline: readonly string[];
  captcha: PublicConfig['captcha'];
  /** Sources of the pictures that the widget shows. */
  pictures: readonly string[];
};

const captchaHosts = {
  turnstile: { script: ['https://challenges.cloudflare.com'], rest: [] },
  hcaptcha: {
    script: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    rest: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
} as const;

/** Returns the sources that a page's policy must allow. Styles need none: the widget uses constructable style sheets. */
export function policyFor({ scripts, calls, inline, captcha, pictures }: PolicyOptions): Policy {
  const { script, rest } = captcha === undefined ? { script: [], rest: [] } : captchaHosts[captcha.provider];
  const connectOrigins = calls.map((address) => new URL(address).origin);
  const scriptOrigins = captcha?.scriptUrl === undefined ? [] : [new URL(captcha.scriptUrl).origin];
  return withoutEmpty({
    'script-src': [...new Set([new URL(scripts).origin, ...inline, ...script, ...scriptOrigins])],
    'connect-src': [...new Set([...connectOrigins, ...rest])],
    'img-src': [...new Set(pictures)],
    'frame-src': [...script],
    'style-src': [...rest],
    'trusted-types': captcha === undefined ? [] : ['leadchat-captcha'],
  });
}

export function policyText(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** Returns the source expression that allows an inline script. */
export async function hashSource(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`;
}

function withoutEmpty(policy: Policy): Policy {
  return Object.fromEntries(Object.entries(policy).filter(([, sources]) => sources.length > 0));
}
