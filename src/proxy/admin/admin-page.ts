import type { Context, Hono } from 'hono';
import { answerHeaders, failed } from '../http/answer.ts';
import type { AppEnvironment } from '../http/exchange.ts';
import { notFound } from '../http/failures.ts';
import type { WidgetAssets } from '../widget/assets.ts';

/** The page itself holds no data, so that a browser can open it; it asks for the token. */
export function addAdminPage(app: Hono<AppEnvironment>, assets: WidgetAssets): void {
  app.get('/admin', (c) => answer(c, pageHtml, 'text/html; charset=utf-8'));
  app.get('/admin/page.js', async (c) => {
    const script = await assets.read('admin/page.js');
    if (script === undefined) return failed(c.get('exchange'), notFound);
    return answer(c, script.body, script.type);
  });
}

function answer(c: Context<AppEnvironment>, body: string | Uint8Array<ArrayBuffer>, type: string): Response {
  const own = { ...pageHeaders, 'content-type': type };
  return new Response(body, { status: 200, headers: answerHeaders(c.get('exchange'), own) });
}

const pageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
} as const;

const pageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>leadchat</title>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<script type="module" src="admin/page.js"></script>
</body>
</html>
`;
