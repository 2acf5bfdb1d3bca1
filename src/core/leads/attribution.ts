import { attributionKey } from '../../options/index.ts';
import { type AttributionKey, attributionKeys, type Touch } from '../../protocol/index.ts';

export type Attribution = { first: Touch; last: Touch };

export type AttributionOptions = {
  url: string;
  referrer: string;
  /** Null: nothing may be stored. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null;
};

/**
 * First and last touch of the visitor: campaign parameters, click ids, referrer, landing page. A further page of the same
 * site is no new touch.
 */
export function readAttribution({ url, referrer, storage }: AttributionOptions): Attribution {
  const current = readTouch(url, referrer);
  try {
    const stored: unknown = JSON.parse(storage?.getItem(attributionKey) ?? 'null');
    const first = parseStoredTouch(stored, 'first') ?? current;
    const last = parseStoredTouch(stored, 'last') ?? current;
    const isArrival = Object.keys(current).some((name) => name !== 'landing_page');
    const attribution = { first, last: isArrival ? current : last };
    storage?.setItem(attributionKey, JSON.stringify(attribution));
    return attribution;
  } catch {
    // With blocked, full or corrupt storage, only this visit is known.
    return { first: current, last: current };
  }
}

/** The address that this document was loaded from: a router may have changed the current one. */
export function landingUrl(): string {
  return performance.getEntriesByType?.('navigation')[0]?.name || location.href;
}

/** A referrer on the same site is left out. */
function readTouch(url: string, referrer: string): Touch {
  const { searchParams, origin, pathname } = new URL(url);
  const isExternal = URL.canParse(referrer) && new URL(referrer).origin !== origin;
  return pickKnown({
    ...Object.fromEntries(searchParams),
    referrer: isExternal ? referrer : '',
    landing_page: origin + pathname,
  });
}

function parseStoredTouch(stored: unknown, name: 'first' | 'last'): Touch | undefined {
  const touch: unknown = Object(stored)[name];
  return typeof touch === 'object' && touch !== null ? pickKnown(touch) : undefined;
}

/** The values that the proxy takes, cut to the length that it takes. */
function pickKnown(values: object): Touch {
  const entries = attributionKeys.flatMap((name): [AttributionKey, string][] => {
    const value: unknown = Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
    return typeof value === 'string' && value !== ''
      ? [[name, value.slice(0, name.startsWith('utm_') ? 200 : 2000)]]
      : [];
  });
  return Object.fromEntries(entries);
}
