import type { Hono } from 'hono';
import { ratingRequest } from '../../protocol/proxy/rating.ts';
import { formNamed } from '../config/form-schema.ts';
import type { RouteDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { idempotencyKey } from '../http/identify-sender.ts';
import { readJson } from '../http/json-body.ts';
import { badRequest, ProxyError, unknownForm } from '../http/proxy-error.ts';
import { noSuchLead } from '../intake/lead-tokens.ts';
import { countFirst } from '../limits/count-first.ts';
import { ensureAllowed } from '../limits/limiter.ts';
import { otherValue, pageOf, variantsOf } from '../record-fields.ts';
import { sha256 } from '../sha256.ts';

/** `POST /ratings`: keeps how a visitor found the chat, once per key, and counts it. */
export function addRatingRoute(app: Hono<AppEnvironment>, deps: RouteDeps): void {
  const { live, store, funnel, tokens, limits, log, now } = deps;
  app.post('/ratings', async (c) => {
    const key = idempotencyKey(c, 'request about this conversation');
    const request = await readJson(c, ratingRequest);
    const { lead: id, token, rating, comment = '' } = request;
    if (id === undefined && token !== undefined) {
      throw badRequest([{ path: 'lead', message: 'is required with `token`' }]);
    }
    ensureAllowed(await limits.takeReport(c.get('clientAddress')));
    const lead =
      id === undefined ? undefined : await countFirst(c, limits, () => tokens.authorize({ lead: id, token }));
    const form = lead?.form ?? request.form ?? 'default';
    if (lead === undefined && formNamed(live.config.value.forms, form) === undefined) throw unknownForm();
    const place = {
      form,
      page: lead === undefined ? (request.page ?? otherValue) : pageOf(lead.record),
      variants: lead === undefined ? request.variants : variantsOf(lead.record),
    };
    const outcome = await store.addRating({
      key: sha256(key),
      bodyHash: sha256(JSON.stringify([rating, comment, id, request.form, request.page])),
      at: now(),
      form,
      page: place.page,
      rating,
      comment: comment.trim() === '' ? undefined : comment.trim(),
      lead: lead?.id,
    });
    // It was erased since it was found.
    if (outcome === 'no-lead') throw noSuchLead();
    if (outcome === 'key-reused') {
      throw new ProxyError('key-reused', { message: 'This conversation was rated already.' });
    }
    if (outcome === 'stored') {
      funnel.countRating(place, rating);
      log.info('chat-rated', { requestId: c.get('requestId'), lead: lead?.id, form, rating });
    }
    return c.body(null, 204);
  });
}
