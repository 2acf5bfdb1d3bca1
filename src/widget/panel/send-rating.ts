import { maxPageLength, type RatingRequest, toJson } from '../../protocol/index.ts';
import { keepTrying } from './keep-trying.ts';

export type SentRating = {
  /** The same for each request about the conversation. */
  key: string;
  lead: { id: string; token: string } | null;
  rating: number;
  comment: string;
  form: string;
  page: string;
  variants: Readonly<Record<string, string>>;
};

/** The proxy takes no more. */
const maxBytes = 2048;

/**
 * Sends a rating until the proxy has it, or refuses it: the key makes it count once. Returns the function that stops it.
 */
export function sendRating(proxyUrl: string, rated: SentRating): () => void {
  const body = toJson(bodyOf(rated));
  return keepTrying({
    async load() {
      const { status } = await fetch(`${proxyUrl.replace(/\/+$/, '')}/ratings`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'idempotency-key': rated.key },
        credentials: 'omit',
        keepalive: true,
      });
      if (status === 429 || status >= 500) throw new Error(`HTTP ${status}`);
    },
    onLoaded() {},
    // The visitor has been thanked, and the next attempt follows.
    onFailed() {},
  });
}

/** A lead has a form, a page and variants of its own. */
function bodyOf({ lead, rating, comment, form, page, variants }: SentRating): RatingRequest {
  const said = { rating, ...(comment !== '' && { comment }) };
  if (lead !== null) return { ...said, lead: lead.id, token: lead.token };
  const whole = {
    ...{ ...said, form, page: page.slice(0, maxPageLength) },
    ...(Object.keys(variants).length > 0 && { variants }),
  };
  return new TextEncoder().encode(toJson(whole)).length <= maxBytes ? whole : { ...said, form };
}
