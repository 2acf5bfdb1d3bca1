import * as z from 'zod/mini';
import { attributionKey } from '../../options/index.ts';
import { definedGlobal } from '../../page-globals.ts';
import { cutText } from '../../protocol/cut-text.ts';
import { type AttributionKey, attributionKeys, maxTouchLength, type Touch } from '../../protocol/proxy/attribution.ts';
import { cleanUrl, mayLeave, type ParameterRules, pageUrl } from '../../protocol/proxy/page-address.ts';
import { WebUrl } from '../../protocol/web-url.ts';
import { isForeign, readStored, writeStored } from '../effects/json-storage.ts';

export type Attribution = { first: Touch; last: Touch };

export type AttributionOptions = {
  url: string;
  referrer: string;
  rules: ParameterRules;
  /** URLs of the earlier pages of this visit, oldest first. */
  earlierPages: readonly string[];
  /** Null: nothing may be stored. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null;
};

/**
 * Returns the first and the last touch of the visitor: campaign parameters, click ids, referrer, landing page. Another page
 * of the same site is not a new touch.
 */
export function readAttribution(options: AttributionOptions): Attribution {
  const { url, referrer, rules, earlierPages, storage } = options;
  const current = readTouch(url, referrer, rules);
  const stored = readStored(storage ?? undefined, attributionKey, storedTouches);
  let first = stored?.first && pickKnown(stored.first, rules);
  let last = stored?.last && pickKnown(stored.last, rules);
  for (const touch of [...earlierPages.map((page) => readTouch(page, '', rules)), current]) {
    const isArrival = Object.keys(touch).some((name) => name !== 'landing_page');
    first ??= touch;
    if (last === undefined || isArrival) last = touch;
  }
  const attribution = { first: first ?? current, last: last ?? current };
  if (storage !== null && !isForeign(storage, attributionKey)) writeStored(storage, attributionKey, attribution);
  return attribution;
}

const touch = z.catch(z.optional(z.record(z.string(), z.unknown())), undefined);
const storedTouches = z.object({ first: touch, last: touch });

/** The URL that this document was loaded from. A router may have changed the current URL since. */
export function landingUrl(): string {
  return performance.getEntriesByType?.('navigation')[0]?.name || location.href;
}

/**
 * The pages of this site that the visitor saw in this tab before the current one. They come from the session history, so
 * nothing is stored or loaded before the visitor uses the chat. Empty in browsers without the Navigation API.
 */
export function readEarlierPages(): string[] {
  if (definedGlobal('navigation') === undefined) return [];
  const entries = navigation?.entries().slice(0, navigation.currentEntry?.index ?? 0) ?? [];
  return entries.flatMap(({ url }) => url ?? []);
}

/** Omits a referrer on the same site. Campaign parameters are separate values, so the landing page does not repeat them. */
function readTouch(url: string, referrer: string, rules: ParameterRules): Touch {
  const { searchParams, origin } = new WebUrl(url);
  const isExternal = WebUrl.canParse(referrer) && new WebUrl(referrer).origin !== origin;
  return pickKnown(
    {
      ...Object.fromEntries(searchParams),
      referrer: isExternal ? referrer : '',
      landing_page: pageUrl(url, rules),
    },
    rules,
  );
}

/** Returns the values that the proxy accepts, cut to their maximum lengths. */
function pickKnown(values: object, rules: ParameterRules): Touch {
  const entries = attributionKeys.flatMap((name): [AttributionKey, string][] => {
    const value: unknown = Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
    if (typeof value !== 'string' || !mayLeave(name, rules)) return [];
    const isAddress = name === 'referrer' || name === 'landing_page';
    const text = isAddress ? cleanUrl(value, rules) : cutText(value, maxTouchLength(name));
    return text === '' ? [] : [[name, text]];
  });
  return Object.fromEntries(entries);
}
