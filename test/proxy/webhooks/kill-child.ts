import { parseConfig } from '../../../src/proxy/config/parse-config.ts';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { createWebhookPoster } from '../../../src/proxy/server/webhook-poster.ts';

/**
 * The real proxy with one receiver of webhooks. With `KILL_AT_POST` it kills itself just before it posts the first
 * webhook: the change is committed, and nothing is sent.
 */
const { STORE = '', RECEIVER = '', SECRET = '', KILL_AT_POST } = process.env;
// No service listens there, so leads stay pending.
const service = 'http://127.0.0.1:1';
const parsed = parseConfig(
  {
    service: { baseUrl: `${service}/v1`, hooksUrl: service, wssUrl: 'ws://127.0.0.1:1', apiKey: 'fake-key' },
    flowId: 'f1000000-0000-4000-8000-000000000001',
    store: STORE,
    webhooks: [{ url: RECEIVER, secret: SECRET }],
    minFillMs: 0,
    logLevel: 'silent',
  },
  { dev: true },
);
if (!parsed.ok) throw new Error(parsed.issues.join('\n'));
const post = createWebhookPoster({ allowPrivate: false });
const server = await startProxyServer(parsed.config, {
  port: 0,
  host: '127.0.0.1',
  deps: {
    // A later process finds the lease of the killed one ended.
    now: () => Date.now() + (KILL_AT_POST === undefined ? 60_000 : 0),
    postWebhook(request, signal) {
      if (KILL_AT_POST !== undefined) process.kill(process.pid, 'SIGKILL');
      return post(request, signal);
    },
  },
});
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
console.log(JSON.stringify({ url: server.url }));
