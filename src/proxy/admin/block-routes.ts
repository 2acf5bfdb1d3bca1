import { type Context, Hono } from 'hono';
import type * as z from 'zod';
import {
  type blockList,
  blockRequest,
  type erased,
  type numberBlocked,
  unblockRequest,
} from '../../protocol/admin/leads.ts';
import { uuid } from '../../protocol/identifiers.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { badRequest, notFound } from '../http/proxy-error.ts';
import { isoTime } from '../iso-time.ts';
import type { Block } from '../store/queries/block-list.ts';
import { countriesOf, readWrittenPhone } from '../written-phone.ts';
import { decisionOf } from './audit.ts';

type BlockRoutesDeps = Pick<AdminDeps, 'store' | 'live' | 'log' | 'now'>;

/** The part of the admin API for numbers that must not be called. Neither response nor log names a number. */
export function createBlockRoutes({ store, live, log, now }: BlockRoutesDeps): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  app.get('/', async (c) => {
    return c.json({ blocked: (await store.listBlocks()).map(describeBlock) } satisfies z.input<typeof blockList>);
  });

  app.post('/', async (c) => {
    const { phone: text, ...words } = await readJson(c, blockRequest);
    const { now: at, by, reason } = decisionOf(c, now(), words);
    const { id, isNew, cancelled } = await store.blockPhone({ phone: readPhone(text), at, by, reason });
    const requestId = c.get('requestId');
    if (isNew) log.info('number-blocked', { requestId, block: id, by });
    for (const call of cancelled) log.info('call-cancelled', { requestId, call, reason: 'blocked' });
    return c.json({ id } satisfies z.input<typeof numberBlocked>);
  });

  app.delete('/', async (c) => {
    const { phone, ...words } = await readJson(c, unblockRequest);
    return unblock(c, { phone: readPhone(phone) }, words);
  });

  app.delete('/:id', async (c) => {
    const id = c.req.param('id').toLowerCase();
    if (!uuid.safeParse(id).success) throw noBlock();
    return unblock(c, { id });
  });

  return app;

  async function unblock(
    c: Context<AppEnvironment>,
    target: { id: string } | { phone: string },
    words: { by?: string | undefined } = {},
  ): Promise<Response> {
    const id = await store.unblockPhone(target);
    if (id === undefined) throw noBlock();
    log.info('number-unblocked', { requestId: c.get('requestId'), block: id, by: decisionOf(c, now(), words).by });
    return c.body(null, 204);
  }

  function readPhone(text: string): string {
    const read = readWrittenPhone(text, countriesOf(live.config.value.forms));
    if (!read.ok) throw badRequest([{ path: 'phone', message: read.problem }]);
    return read.phone;
  }
}

function noBlock() {
  return notFound('This number is not blocked.');
}

/** How many leads of a phone were erased. Its block, which stays, is named; a lead without personal data has no phone. */
export async function describeErasure(
  store: Pick<AdminDeps['store'], 'findBlock'>,
  phone: string,
  count: number,
): Promise<z.input<typeof erased>> {
  const isBlocked = phone !== '' && (await store.findBlock(phone)) !== undefined;
  return { status: 'success', erased: count, ...(isBlocked && { isBlocked }) };
}

/** A block for the dashboard. */
export function describeBlock({ id, at, by, reason }: Block) {
  return { id, at: isoTime(at), by, reason };
}
