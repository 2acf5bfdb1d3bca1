import type { Hono } from 'hono';
import type { ProxyDeps } from './deps.ts';
import type { AppEnvironment } from './http/environment.ts';

/** For operators: is the proxy up, can it take leads, how is it doing. */
export function addOperationsRoutes(
  app: Hono<AppEnvironment>,
  { store, metrics, delivery }: Pick<ProxyDeps, 'store' | 'metrics' | 'delivery'>,
): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));

  // While the service is away the proxy stays ready: it still takes and stores leads.
  app.get('/readyz', async (c) => {
    await store.check();
    const { breaker } = delivery.status();
    return c.json({ status: 'ok', delivery: breaker.state === 'closed' ? 'running' : `paused: ${breaker.reason}` });
  });

  app.get('/metrics', async (c) => {
    const { text, contentType } = await metrics.expose();
    return c.body(text, 200, { 'content-type': contentType });
  });
}
