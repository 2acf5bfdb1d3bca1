import type { ComponentChildren } from 'preact';
import { safeLink } from './safe-link.ts';

/** A link that came from outside; its text alone when the address may not be followed. */
export function Link({ address, children }: { address: string; children: ComponentChildren }) {
  const href = safeLink(address);
  if (href === undefined) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
