import type { ComponentChildren } from 'preact';
import { formatNumber } from './format.ts';

/** The same number in the span before, beside the one of now. Nothing if that is not known. */
export function Before({ count, children }: { count: number | undefined; children?: ComponentChildren }) {
  if (count === undefined) return null;
  return (
    <span class="before">
      {formatNumber(count)} before{children}
    </span>
  );
}
