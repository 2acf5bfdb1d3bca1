import type { Hono } from 'hono';
import type { AppEnvironment } from '../http/app-environment.ts';
import { notFound } from '../http/proxy-error.ts';
import type { WidgetAssets } from '../widget/assets.ts';
import { sendAsset } from '../widget/send-asset.ts';

/** The admin dashboard. Everyone may load the page, because it contains no data; its script asks for the token. */
export function addAdminPage(app: Hono<AppEnvironment>, assets: WidgetAssets): void {
  app.get('/admin', (c) => c.body(pageHtml, 200, { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' }));
  app.get('/admin/page.js', async (c) => {
    const script = await assets.read('admin/page.js');
    if (script === undefined) throw notFound();
    for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value);
    return sendAsset(c, script, pageHeaders['cache-control']);
  });
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
<title>leadchat dashboard</title>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<script type="module" src="admin/page.js"></script>
</body>
</html>
`;
