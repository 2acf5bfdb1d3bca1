import type { Hono } from 'hono';
import { answerHeaders, json } from '../http/answer.ts';
import type { AppEnvironment } from '../http/exchange.ts';
import type { ProxyDeps } from '../parts.ts';

/** For whoever runs the proxy: is it up, can it take leads, how is it doing. */
export function addOperationsRoutes(
  app: Hono<AppEnvironment>,
  parts: Pick<ProxyDeps, 'store' | 'metrics' | 'delivery'>,
): void {
  const { store, metrics, delivery } = parts;

  app.get('/healthz', (c) => json(c.get('exchange'), 200, { status: 'ok' }));

  // A service that is out does not make the proxy unready: it takes leads all the same, and keeps them.
  app.get('/readyz', async (c) => {
    await store.check();
    const { breaker } = delivery.status();
    const state = breaker.state === 'closed' ? 'running' : `paused: ${breaker.reason}`;
    return json(c.get('exchange'), 200, { status: 'ok', delivery: state });
  });

  app.get('/metrics', async (c) => {
    const { text, contentType } = await metrics.expose();
    const own = { 'content-type': contentType, 'cache-control': 'no-store' };
    return new Response(text, { status: 200, headers: answerHeaders(c.get('exchange'), own) });
  });
}
