import { toJson } from '../../protocol/json.ts';
import { readRefusal } from '../../protocol/proxy/errors.ts';
import { maxPageLength, maxRatingBytes } from '../../protocol/proxy/limits.ts';
import type { RatingRequest } from '../../protocol/proxy/rating.ts';
import { addressAt, requestJson } from '../../request-json.ts';

export type SentRating = {
  /** The same for each request about the conversation. */
  key: string;
  lead: { id: string; token: string } | null;
  rating: RatingRequest['rating'];
  comment: string;
  form: string;
  page: string;
  variants: Readonly<Record<string, string>>;
};

/** Sends a rating. Rejects until the proxy has it, or refuses it: the key makes it count once, so it can be sent again. */
export async function sendRating(proxyUrl: string, rated: SentRating): Promise<void> {
  const response = await requestJson(addressAt(proxyUrl, '/ratings'), {
    method: 'POST',
    body: toJson(bodyOf(rated)),
    headers: { 'content-type': 'application/json', 'idempotency-key': rated.key },
    keepalive: true,
  });
  const isSettled = response.status === 204 || readRefusal(response) !== undefined;
  if (!isSettled) throw new Error(`HTTP ${response.status}`);
}

/** A lead has a form, a page and variants of its own. */
function bodyOf({ lead, rating, comment, form, page, variants }: SentRating): RatingRequest {
  const said = { rating, ...(comment !== '' && { comment }) };
  if (lead !== null) return { ...said, lead: lead.id, token: lead.token };
  const whole = {
    ...{ ...said, form, page: page.slice(0, maxPageLength) },
    ...(Object.keys(variants).length > 0 && { variants }),
  };
  return new TextEncoder().encode(toJson(whole)).length <= maxRatingBytes ? whole : { ...said, form };
}
