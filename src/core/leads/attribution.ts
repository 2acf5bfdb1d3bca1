import { attributionKey as key } from '../../options/index.ts';
import { type AttributionKey, attributionKeys, type Touch } from '../../protocol/index.ts';

export type Attribution = { first: Touch; last: Touch };

export type AttributionDeps = { url: string; referrer: string; area: Pick<Storage, 'getItem' | 'setItem'> | null };

/**
 * First and last touch of the visitor: campaign parameters, click ids, referrer, landing page. Going on from page to page
 * is no new touch. Kept only where `area` is given, that is with the visitor's consent.
 */
export function readAttribution({ url, referrer, area }: AttributionDeps): Attribution {
  const now = readTouch(url, referrer);
  try {
    const kept: unknown = JSON.parse(area?.getItem(key) ?? 'null');
    const { first = now, last = now } =
      kept === null ? {} : { first: cleanTouch(kept, 'first'), last: cleanTouch(kept, 'last') };
    const isArrival = Object.keys(now).some((name) => name !== 'landing_page');
    const attribution = { first, last: isArrival ? now : last };
    area?.setItem(key, JSON.stringify(attribution));
    return attribution;
  } catch {
    // Blocked, full or broken storage: this visit is all that is known.
    return { first: now, last: now };
  }
}

/** The address that this document was loaded from, whatever a router has made of it since. */
export function landingUrl(): string {
  return performance.getEntriesByType?.('navigation')[0]?.name || location.href;
}

/** A referrer on the same site says nothing. */
function readTouch(url: string, referrer: string): Touch {
  const { searchParams, origin, pathname } = new URL(url);
  const isElsewhere = URL.canParse(referrer) && new URL(referrer).origin !== origin;
  const found = {
    ...Object.fromEntries(searchParams),
    referrer: isElsewhere ? referrer : '',
    landing_page: origin + pathname,
  };
  return onlyKnown(found);
}

function cleanTouch(kept: unknown, name: 'first' | 'last'): Touch | undefined {
  const touch: unknown = Object(kept)[name];
  return typeof touch === 'object' && touch !== null ? onlyKnown(touch) : undefined;
}

/** What the proxy takes, no longer than it takes it. */
function onlyKnown(found: object): Touch {
  const entries = attributionKeys.flatMap((name): [AttributionKey, string][] => {
    const value: unknown = Object.hasOwn(found, name) ? Reflect.get(found, name) : undefined;
    return typeof value === 'string' && value !== ''
      ? [[name, value.slice(0, name.startsWith('utm_') ? 200 : 2000)]]
      : [];
  });
  return Object.fromEntries(entries);
}
