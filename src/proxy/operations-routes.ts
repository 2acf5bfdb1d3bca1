import type { Hono } from 'hono';
import type { ProxyDeps } from './deps.ts';
import type { AppEnvironment } from './http/app-environment.ts';
import { logStoreFailure, storeUnavailable } from './http/proxy-error.ts';
import { isStoreError, storeFailureReason } from './store/store-error.ts';

export type OperationsDeps = Pick<ProxyDeps, 'metrics' | 'delivery' | 'log' | 'checkStore'>;

/** For operators: `/healthz`, `/readyz` and `/metrics`. */
export function addOperationsRoutes(
  app: Hono<AppEnvironment>,
  { metrics, delivery, log, checkStore }: OperationsDeps,
): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));

  // The proxy stays ready while the service is down, because it still stores leads.
  app.get('/readyz', async (c) => {
    try {
      await checkStore();
    } catch (error) {
      if (!isStoreError(error)) throw error;
      logStoreFailure(log, error, c.get('requestId'));
      // Only operators ask this route, so the response names the reason.
      throw storeUnavailable(error, storeFailureReason(error));
    }
    const { breaker } = delivery.status();
    return c.json({ status: 'ok', delivery: breaker.state === 'closed' ? 'running' : `paused: ${breaker.reason}` });
  });

  app.get('/metrics', async (c) => {
    const { text, contentType } = await metrics.expose();
    return c.body(text, 200, { 'content-type': contentType });
  });
}
