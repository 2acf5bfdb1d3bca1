import type { ReadonlySignal } from '@preact/signals-core';
import type { Context, Hono } from 'hono';
import { previewRights } from '../../protocol/preview-rights.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { notFound } from '../http/proxy-error.ts';
import type { WidgetAssets } from '../widget/assets.ts';
import { sendAsset } from '../widget/send-asset.ts';

/** The admin dashboard. Everyone may load the page, because it contains no data; its script asks for the token. */
export function addAdminPage(
  app: Hono<AppEnvironment>,
  assets: WidgetAssets,
  config: ReadonlySignal<Pick<ProxyConfig, 'operatorHeader'>>,
): void {
  app.get('/admin', (c) =>
    c.body(config.value.operatorHeader === undefined ? pageHtml : signedInHtml, 200, {
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
    }),
  );
  // The page in the frame of the tab "Settings", which only the dashboard may show.
  app.get('/admin/preview', (c) =>
    c.body(previewHtml, 200, { ...previewHeaders, 'content-type': 'text/html; charset=utf-8' }),
  );
  // Its page has no origin, so browsers ask whether it may run it.
  app.get('/admin/preview.js', (c) => {
    c.header('access-control-allow-origin', '*');
    return sendScript(c, 'preview.js');
  });
  app.get('/admin/:name{[\\w-]+\\.js}', (c) => sendScript(c, c.req.param('name')));

  async function sendScript(c: Context<AppEnvironment>, name: string): Promise<Response> {
    const script = await assets.read(`admin/${name}`);
    if (script === undefined) throw notFound();
    for (const [header, value] of Object.entries(pageHeaders)) c.header(header, value);
    return sendAsset(c, script, pageHeaders['cache-control']);
  }
}

const pageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** The widget runs in it, and shows pictures from anywhere. The page has no origin, also in a tab of its own. */
const previewHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': `sandbox ${previewRights}; default-src 'none'; script-src 'self'; connect-src 'self'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  'x-frame-options': 'SAMEORIGIN',
} as const;

const pageHtml = htmlOf(
  'leadchat dashboard',
  '<noscript>This page needs JavaScript.</noscript>\n<script type="module" src="admin/page.js"></script>',
);
/** Tells the script that a reverse proxy may have signed the operator in. */
const signedInHtml = pageHtml.replace('</head>', '<meta name="leadchat-sign-in" content="header">\n</head>');
const previewHtml = htmlOf('Preview', '<main></main>\n<script type="module" src="preview.js"></script>');

function htmlOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
${body}
</body>
</html>
`;
}
