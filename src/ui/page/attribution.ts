import { type AttributionKey, attributionKeys, type Touch } from '../../protocol/index.ts';

/** Where the first visit came from is kept here, when something may be kept. */
const key = 'leadchat-first-touch';

type Attribution = { first: Touch; last: Touch };

export type AttributionParts = { url: string; referrer: string; area: Pick<Storage, 'getItem' | 'setItem'> | null };

/**
 * First and last touch of the visitor: campaign parameters, click ids, referrer, landing page. The first one is kept
 * only when `area` is given, that is with the visitor's consent.
 */
export function readAttribution({ url, referrer, area }: AttributionParts): Attribution {
  const last = readTouch(url, referrer);
  try {
    const kept = readKept(area?.getItem(key) ?? null);
    if (kept === undefined) area?.setItem(key, JSON.stringify(last));
    return { first: kept ?? last, last };
  } catch {
    // Blocked or full storage: this visit is all that is known.
    return { first: last, last };
  }
}

/** Of the page that is shown; a referrer on the same site says nothing. */
function readTouch(url: string, referrer: string): Touch {
  const { searchParams, origin, pathname } = new URL(url);
  const touch: Touch = { landing_page: cut(origin + pathname, 2000) };
  if (referrer !== '' && URL.canParse(referrer) && new URL(referrer).origin !== origin)
    touch.referrer = cut(referrer, 2000);
  for (const name of attributionKeys) {
    const value = searchParams.get(name);
    if (value) touch[name] = cut(value, name.startsWith('utm_') ? 200 : 2000);
  }
  return touch;
}

function readKept(text: string | null): Touch | undefined {
  const kept: unknown = text === null ? null : JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return undefined;
  const entries = attributionKeys.flatMap((name): [AttributionKey, string][] => {
    const value: unknown = Reflect.get(kept, name);
    return typeof value === 'string' ? [[name, cut(value, name.startsWith('utm_') ? 200 : 2000)]] : [];
  });
  return Object.fromEntries(entries);
}

function cut(text: string, longest: number): string {
  return text.slice(0, longest);
}
