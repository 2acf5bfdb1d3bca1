import type { Hono } from 'hono';
import type { ProxyDeps } from './deps.ts';
import type { AppEnvironment } from './http/app-environment.ts';

export type OperationsDeps = Pick<ProxyDeps, 'store' | 'metrics' | 'delivery' | 'now'>;

/** For operators: `/healthz`, `/readyz` and `/metrics`. */
export function addOperationsRoutes(app: Hono<AppEnvironment>, deps: OperationsDeps): void {
  const { metrics, delivery } = deps;
  const checkStore = createStoreCheck(deps);

  app.get('/healthz', (c) => c.json({ status: 'ok' }));

  // The proxy stays ready while the service is down, because it still stores leads.
  app.get('/readyz', async (c) => {
    await checkStore();
    const { breaker } = delivery.status();
    return c.json({ status: 'ok', delivery: breaker.state === 'closed' ? 'running' : `paused: ${breaker.reason}` });
  });

  app.get('/metrics', async (c) => {
    const { text, contentType } = await metrics.expose();
    return c.body(text, 200, { 'content-type': contentType });
  });
}

const reuseMs = 5_000;

/**
 * Only a durable write shows that the store works. A success counts for five seconds, however often `/readyz` is
 * polled.
 */
function createStoreCheck({ store, now }: Pick<ProxyDeps, 'store' | 'now'>): () => Promise<void> {
  let check: Promise<void> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (check === undefined || now() - checkedAt > reuseMs) {
      checkedAt = now();
      check = store.check().catch((error: unknown) => {
        check = undefined;
        throw error;
      });
    }
    return check;
  };
}
