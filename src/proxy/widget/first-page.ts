import type { ReadonlySignal } from '@preact/signals-core';
import type { MiddlewareHandler } from 'hono';
import type { ProxyConfig } from '../config/schema.ts';
import type { ProxyDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { createLiveOriginCheck } from '../http/origins.ts';
import { storeErrorCode } from '../store/store-error.ts';

/** Longer addresses name no page that an operator would recognize. */
const maxLength = 300;

/**
 * Middleware of what a page loads: keeps which one was the first, for the list of what is set up. The visitor waits for
 * nothing, and once it is known, nothing more is done.
 */
export function recordFirstPage({
  store,
  log,
  now,
  config,
}: Pick<ProxyDeps, 'store' | 'log' | 'now'> & {
  config: ReadonlySignal<ProxyConfig>;
}): MiddlewareHandler<AppEnvironment> {
  const allowedOrigin = createLiveOriginCheck(config);
  let isRecorded = false;
  return async (c, next) => {
    await next();
    if (isRecorded || !(c.res.ok || c.res.status === 304)) return;
    const url = URL.parse(c.req.header('referer') ?? c.req.header('origin') ?? '');
    // A page without an address of its own, such as a sandboxed frame, tells the operator nothing.
    if (url === null || url.origin === 'null' || allowedOrigin(url.origin) === undefined) return;
    // Without query and hash, which may say something about the visitor.
    const page = `${url.origin}${url.pathname}`;
    if (page.length > maxLength) return;
    isRecorded = true;
    store.recordMilestone({ name: 'page', at: now(), detail: page }).catch((error: unknown) => {
      // The next page load tries again.
      isRecorded = false;
      log.error('page-not-recorded', error, { code: storeErrorCode(error) });
    });
  };
}
