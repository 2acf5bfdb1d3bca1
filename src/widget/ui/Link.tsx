import type { ComponentChildren } from 'preact';
import { hasCredentials } from '../../options/index.ts';
import { WebUrl } from '../../protocol/web-url.ts';

/** A link in a text from outside. If the URL is not allowed, only the text is shown. */
export function Link({ address, children }: { address: string; children: ComponentChildren }) {
  const href = safeLink(address);
  if (href === undefined) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

const allowedProtocols = /^(?:https?|mailto|tel):$/;

/**
 * Returns the URL of a link from outside, or undefined if it is not allowed: `https://bank.example@evil.example` looks like a link to
 * the bank. `http:` is allowed, because a link only opens a page, in a tab of its own. Control characters are removed first, as browsers
 * do: `java\nscript:` is a valid protocol for them.
 */
export function safeLink(address: string): string | undefined {
  const cleaned = address.replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, '');
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(cleaned) || !WebUrl.canParse(cleaned)) return undefined;
  const url = new WebUrl(cleaned);
  return allowedProtocols.test(url.protocol) && !hasCredentials(url) ? url.href : undefined;
}
